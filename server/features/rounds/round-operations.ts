import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { markRound, markStop, RoundMarked, StopMark } from '#contract/rounds.ts'
import { MAX_STOPS, UNPLACED } from '#domain/rounds/round.ts'
import { toIso } from '#domain/time.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { type Done, type OperationContext, sequentially } from '../../sync/operations.ts'
import type { OperationEndpoint } from '../../sync/serve-operation.ts'
import { warningsOf } from '../../sync/warnings.ts'
import { endOfRound, findStop, lockRound, type RoundId, raiseVersion, wasRemoved } from './rounds.store.ts'

const invalid = (issue: v.BaseIssue<unknown>) => refuse('INVALID', { detail: `${v.getDotPath(issue) ?? 'body'}: ${issue.message}` })

/**
 * The round, locked; `REMOVED` if the office removed it before its person, who was offline, could report. Only its person and managers may
 * mark it, whatever its state.
 */
async function markable({ db, principal, reach }: OperationContext, id: RoundId) {
  if (!reach) return refuse('MACHINE_NOT_FOUND')
  const round = await lockRound(db, principal.companyId, id)
  if (!round && (await wasRemoved(db, principal, id))) return 'REMOVED'
  return round && (round.userId === principal.userId || principal.companyRole === 'ROLE_MANAGER') ? round : refuse('ROUND_NOT_FOUND')
}

/** A mark of a removed round changes nothing, and is no refusal, because there is nothing that its person could do about it. */
const markedInVain = (context: OperationContext): Done => ({
  answer: { operationId: context.operationId, warnings: [...warningsOf(context), { code: 'ROUND_REMOVED' }] },
  changes: [],
})

/**
 * A mark counts by its own time, per field, so that marks give the same round in any order of arrival. It is accepted for a stop that the
 * office has removed, because its person acted on the round that the phone showed.
 */
const noteStop = sequentially(async (context) => {
  const { db, principal, machineId, operationId, at, body } = context
  const parsed = v.safeParse(StopMark, body)
  if (!parsed.success) return invalid(parsed.issues[0])
  const { round: id, state, reason, note, position } = parsed.output
  const round = await markable(context, id)
  if (round instanceof Refusal) return round
  if (round === 'REMOVED') return markedInVain(context)
  const stop = await findStop(db, principal.companyId, id, machineId)
  const end = await endOfRound(db, principal.companyId, id)
  if (!stop && end.stops >= MAX_STOPS) return refuse('TOO_MANY_STOPS', { detail: `A round has at most ${MAX_STOPS} stops.` })
  const when = sql`${toIso(at)}::timestamptz`
  const by = sql`${operationId}::uuid`
  // A place that nothing has asked for gives way to one of any time, because an earlier mark may arrive later.
  const placedAt = position === undefined ? sql`'epoch'::timestamptz` : when
  await db.execute(sql`
    insert into round_stops (company_id, round_id, machine_id, position, position_at, position_by, tasks, is_added)
    values (${principal.companyId}, ${id}::bigint, ${machineId}, ${position ?? UNPLACED}, ${placedAt}, ${by}, '{}', true)
    on conflict (company_id, round_id, machine_id) do nothing`)
  const ofStop = sql`s.company_id = ${principal.companyId} and s.round_id = ${id}::bigint and s.machine_id = ${machineId}`
  if (position !== undefined)
    await db.execute(sql`
      update round_stops s set position = ${position}, position_at = ${when}, position_by = ${by}
      where ${ofStop} and ${isLater(sql`s.position_at`, sql`s.position_by`, when, by)}`)
  if (state !== undefined)
    await db.execute(sql`
      update round_stops s set mark = ${state}, mark_at = ${when}, mark_by = ${by},
        skip_reason = ${state === 'SKIPPED' ? (reason ?? 'OTHER') : null}, note = ${note || null}
      where ${ofStop} and ${isLater(sql`s.mark_at`, sql`s.mark_by`, when, by)}`)
  return noted(context, round)
})

const isLater = (lastAt: ReturnType<typeof sql>, lastBy: ReturnType<typeof sql>, at: ReturnType<typeof sql>, by: ReturnType<typeof sql>) =>
  sql`(${at}, ${by}) >= (coalesce(${lastAt}, '-infinity'), coalesce(${lastBy}, '00000000-0000-0000-0000-000000000000'))`

const noteRound = sequentially(async (context) => {
  const { db, principal, operationId, at, body } = context
  const parsed = v.safeParse(RoundMarked, body)
  if (!parsed.success) return invalid(parsed.issues[0])
  const round = await markable(context, parsed.output.round)
  if (round instanceof Refusal) return round
  if (round === 'REMOVED') return markedInVain(context)
  const when = sql`${toIso(at)}::timestamptz`
  const by = sql`${operationId}::uuid`
  await db.execute(sql`
    update rounds r set mark = ${parsed.output.state}, mark_at = ${when}, mark_by = ${by}
    where r.company_id = ${principal.companyId} and r.id = ${round.id}::bigint and ${isLater(sql`r.mark_at`, sql`r.mark_by`, when, by)}`)
  return noted(context, round)
})

async function noted(context: OperationContext, { id, userId }: { id: RoundId; userId: number }): Promise<Done> {
  const { db, principal, machineId, operationId, at } = context
  await raiseVersion(db, principal.companyId, id)
  return {
    answer: { operationId, warnings: warningsOf(context) },
    changes: [{ kind: 'round', id, userId }],
    events: [{ activity: 'ROUND_CHANGED', at, machineId, changed: ['rounds'] }],
  }
}

export const roundOperations: readonly OperationEndpoint[] = [
  { endpoint: markStop, perform: noteStop },
  { endpoint: markRound, perform: noteRound },
]
