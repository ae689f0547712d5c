import type { ImportKind } from '#domain/imports.ts'
import type { Moment } from '#domain/time.ts'
import { audit } from '../../audit-log/audit-log.store.ts'
import type { Db } from '../../db/client.ts'
import type { EventInput } from '../../events/event-input.ts'
import type { Principal } from '../../http/request-context.ts'
import { publish } from '../../sync/feed.ts'
import { endImport } from './import-list.store.ts'
import { changesOf, type Outcome } from './outcome.ts'

/** The event published once for each machine in a file. */
const EVENTS: Partial<Record<ImportKind, Pick<EventInput, 'activity' | 'changed'>>> = {
  MACHINES: { activity: 'MACHINE_CREATED', changed: ['machines'] },
  SALES: { activity: 'MACHINE_CREATED', changed: ['machines'] },
  PLANOGRAMS: { activity: 'SLOT_CREATED', changed: ['slots', 'stock', 'machines'] },
}

/** Finishes an import: stores its counts, writes the audit log, and publishes to devices and screens. */
export async function publishImport(
  db: Db,
  { companyId, userId }: Pick<Principal, 'companyId' | 'userId'>,
  { kind, importId, outcome, now }: { kind: ImportKind; importId: string; outcome: Outcome; now: Moment },
): Promise<void> {
  const { counts, created } = outcome
  const changes = changesOf(created)
  await endImport(db, companyId, importId, { state: 'DONE', counts, created, now })
  await audit(db, companyId, { userId, at: now }, [{ action: 'imported', of: { kind: 'import', id: kind }, after: { rows: counts.new } }])
  const event = EVENTS[kind]
  const machines = [...new Set(changes.flatMap((change) => (change.kind === 'machine' ? [change.id] : [])))]
  const news = event ? machines.map((machineId): EventInput => ({ ...event, at: now, machineId, by: userId })) : []
  const drafts = created.rounds?.length
    ? [{ activity: 'ROUND_CHANGED', at: now, machineId: null, changed: ['rounds'], by: userId } satisfies EventInput]
    : []
  await publish(db, companyId, changes, now, [...news, ...drafts])
}
