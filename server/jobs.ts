import { DAY, MINUTE, type Moment } from '#domain/time.ts'
import { alertQueues } from './alerts/alerts.job.ts'
import { purgeMessages } from './alerts/messages.store.ts'
import { archiveMonthsJob } from './archive/archive-months.job.ts'
import type { Db } from './db/client.ts'
import { gatherStatisticsJob } from './db/gather-statistics.job.ts'
import { partitionTablesJob } from './db/partitions/partition-tables.job.ts'
import { demoTelemetryJob } from './demo/demo-telemetry.job.ts'
import { purgeEvents } from './events/events.store.ts'
import { print } from './exports.ts'
import { publishNewsJob } from './features/account/publish-news.job.ts'
import { writeRequestedMailsJob } from './features/account/requested-mails.job.ts'
import { purgeExpiredSessions } from './features/account/sessions.store.ts'
import { weeklySummariesJob } from './features/account/weekly-summaries.job.ts'
import { endTrialsJob } from './features/billing/end-trials.job.ts'
import { learnDemandJob } from './features/forecast/learn-demand.job.ts'
import { forgettingUploads, importQueue } from './features/imports/imports.job.ts'
import { purgePhotosJob } from './features/issues/purge-photos.job.ts'
import { purgeNotifications } from './features/notifications/notifications.store.ts'
import { finishVisitsJob } from './features/rounds/finish-visits.job.ts'
import { nightlyPlanQueue } from './features/rounds/plan/plan-nightly.job.ts'
import { detectOffline } from './features/telemetry/detect-offline.job.ts'
import { watchMachinesJob } from './features/telemetry/watch-machines.job.ts'
import { fileQueue } from './files/ordered-files.job.ts'
import { purgeResponses } from './idempotency/idempotency.store.ts'
import { purgeSentJob } from './jobs/purge-old-records.job.ts'
import type { Job } from './jobs/run-jobs.ts'
import { mailQueue } from './mail/mail.job.ts'
import type { Queue } from './queue/queue.ts'
import { checkPhotosJob, selfCheckJob } from './self-check/self-check.job.ts'
import { purgeRefusedJob } from './sync/purge-refused.job.ts'
import { purgeWays } from './travel/ways.store.ts'
import { purgeDeliveries } from './webhooks/deliveries.store.ts'
import { webhookQueue } from './webhooks/webhooks.job.ts'

/** Deletes old records of all companies in one transaction. */
const purgeJob = (name: string, purge: (db: Db, now: Moment) => Promise<unknown>, everyMs = DAY): Job => ({
  name,
  everyMs,
  steady: true,
  run: async ({ database, now }) => {
    await database.asSystem((db) => purge(db, now()))
    return 'well'
  },
})

/** Deletes events that no stream resumes from any more. */
const purgeEventsJob = purgeJob('live-events', purgeEvents, MINUTE)
const purgeResponsesJob = purgeJob('answered-writes', purgeResponses)
const purgeAlertsJob = purgeJob('forget-alerts', purgeMessages)
export const purgeWebhooksJob = purgeJob('forget-webhooks', purgeDeliveries)
/** Deletes notifications that were read long ago. */
export const purgeNotificationsJob = purgeJob('forget-notifications', purgeNotifications)
/** Deletes sessions that cannot be refreshed any more. */
export const purgeSessionsJob = purgeJob('forget-sessions', purgeExpiredSessions)

/** Deletes travel times of places that are not used any more. */
const purgeTravelJob = purgeJob('forget-travel', purgeWays)

/** All jobs of the server, in the order in which those that are due at the same time run. */
export const JOBS: readonly Job[] = [
  demoTelemetryJob,
  detectOffline,
  watchMachinesJob,
  finishVisitsJob,
  purgeEventsJob,
  purgeResponsesJob,
  selfCheckJob,
  endTrialsJob,
  weeklySummariesJob,
  publishNewsJob,
  purgeAlertsJob,
  purgeWebhooksJob,
  purgeNotificationsJob,
  gatherStatisticsJob,
  partitionTablesJob,
  archiveMonthsJob,
  learnDemandJob,
  purgeRefusedJob,
  purgeSentJob,
  purgeSessionsJob,
  forgettingUploads,
  purgePhotosJob,
  checkPhotosJob,
  purgeTravelJob,
]

/** Deliveries to external services, and long work of many companies, each with its own workers, so that none delays another or a job. */
export const OUTGOING: readonly Queue[] = [
  writeRequestedMailsJob,
  mailQueue,
  ...alertQueues,
  webhookQueue,
  importQueue,
  fileQueue(print),
  nightlyPlanQueue,
]
