import { sql } from 'drizzle-orm'
import type { NotificationMessage } from '#contract/notifications.ts'
import type { CompanyId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import type { EventInput } from '../../events/event-input.ts'
import { showState } from '../../machine-state/connection.ts'
import { publish } from '../../sync/feed.ts'
import { type Ended, writeRestart } from './commands.store.ts'
import { machineChange } from './machine-events.ts'

/** Notifications for the user who requested the command. A successful credit or restart sends none. */
const MESSAGES: Readonly<Record<string, NotificationMessage>> = {
  'CREDIT failed': 'CREDIT_FAILED',
  'CREDIT expired': 'CREDIT_EXPIRED',
  'RESTART failed': 'RESTART_FAILED',
  'RESTART expired': 'RESTART_EXPIRED',
}

/**
 * Publishes the outcomes of commands: to the feed, to open screens, and as a notification to the requesting user if the command failed. A
 * failed restart also ends the state RESTARTING. Call at the end of a transaction, like `publish`.
 */
export async function publishOutcomes(db: Db, company: CompanyId, ended: readonly Ended[], now: Moment): Promise<void> {
  const published: ReturnType<typeof machineChange>[] = []
  for (const command of ended) {
    const { kind, outcome, machineId: machine } = command
    if (machine === null || kind === 'DEBUG') continue
    await keepOutcome(db, company, command)
    const isOver = kind === 'RESTART' && outcome === 'failed'
    if (isOver) await writeRestart(db, company, machine, null)
    if (isOver && (await showState(db, company, machine, now)).was) published.push(machineChange({ machine, stock: false }, now))
    published.push({ changes: [], events: [outcomeEvent(command, now)] })
  }
  await publish(
    db,
    company,
    published.flatMap(({ changes }) => changes),
    now,
    published.flatMap(({ events }) => events),
  )
}

function outcomeEvent({ kind, outcome, machineId, askedBy, amount }: Ended, at: Moment): EventInput {
  const message = MESSAGES[`${kind} ${outcome}`]
  return {
    activity: 'COMMAND_ENDED',
    at,
    machineId,
    changed: ['devices', 'activity'],
    ...(message && {
      note: {
        message,
        type: 'ERROR',
        slug: `/dashboard/machines/${machineId}`,
        values: amount === null ? {} : { minor: amount },
        to: askedBy,
      },
    }),
  }
}

const keepOutcome = (db: Db, company: CompanyId, { id, outcome, machineId, askedAt }: Ended) =>
  db.execute(sql`
    update activities a set details = a.details || ${JSON.stringify({ outcome })}::jsonb
    where a.company_id = ${company} and a.machine_id = ${machineId} and a.at = ${toIso(askedAt)}::timestamptz
      and a.type in ('SENT_CREDIT', 'SENT_RESTART') and a.details ->> 'command' = ${id}`)
