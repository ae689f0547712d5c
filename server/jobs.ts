import { alertsGoingOut, purgeAlertsJob } from './alerts/alerts.job.ts'
import { gatherStatisticsJob } from './db/gather-statistics.job.ts'
import { keepDemoTelling } from './demo/keep-telling.ts'
import { purgeEventsJob } from './events/events.job.ts'
import { print } from './exports.ts'
import { publishNewsJob } from './features/account/publish-news.job.ts'
import { writeRequestedMailsJob } from './features/account/requested-mails.job.ts'
import { purgeSessionsJob } from './features/account/sessions.job.ts'
import { weeklySummariesJob } from './features/account/weekly-summaries.job.ts'
import { endTrialsJob } from './features/billing/end-trials.job.ts'
import { learnDemandJob } from './features/forecast/learn-demand.job.ts'
import { forgettingUploads, importsUnderWay } from './features/imports/imports.job.ts'
import { purgeNotificationsJob } from './features/notifications/notifications.job.ts'
import { detectOffline } from './features/telemetry/detect-offline.job.ts'
import { watchMachinesJob } from './features/telemetry/watch-machines.job.ts'
import { filesUnderWay } from './files/ordered-files.job.ts'
import { purgeResponsesJob } from './idempotency/idempotency.job.ts'
import type { Outgoing } from './jobs/outgoing.ts'
import { purgeSentJob } from './jobs/purge-old-records.job.ts'
import type { Job } from './jobs/run-jobs.ts'
import { mailsGoingOut } from './mail/mail.job.ts'
import { selfCheckJob } from './self-check/self-check.job.ts'
import { purgeRefusedJob } from './sync/purge-refused.job.ts'
import { purgeWebhooksJob, webhooksGoingOut } from './webhooks/webhooks.job.ts'

/** All jobs of the server, in the order in which those that are due at the same time run. */
export const JOBS: readonly Job[] = [
  keepDemoTelling,
  detectOffline,
  watchMachinesJob,
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
  learnDemandJob,
  purgeRefusedJob,
  purgeSentJob,
  purgeSessionsJob,
  forgettingUploads,
]

/** Deliveries to external services, each with its own workers, so that a service that hangs delays no other and no job. */
export const OUTGOING: readonly Outgoing[] = [
  writeRequestedMailsJob,
  mailsGoingOut,
  ...alertsGoingOut,
  webhooksGoingOut,
  importsUnderWay,
  filesUnderWay(print),
]
