import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type DeactivatedMachine, MACHINE_COLUMNS } from '#contract/machines.ts'
import type { CompanyId, MachineId, OperationId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { selectList } from '../../db/column-lists.ts'
import { assignments, machines } from '../../db/schema/machines.ts'
import { devices } from '../../db/schema/telemetry.ts'
import { millis } from '../../db/sql-fragments.ts'

type Column = (typeof MACHINE_COLUMNS)[number]
/** The editable fields of a machine. */
type EditableMachine = Pick<typeof machines.$inferSelect, Column>

const EDITABLE = Object.fromEntries(MACHINE_COLUMNS.map((key) => [key, machines[key]])) as Pick<typeof machines, Column>

const isMachine = (company: CompanyId, machine: MachineId) => and(eq(machines.companyId, company), eq(machines.id, machine))

export async function insertMachine(
  db: Db,
  company: CompanyId,
  { token, at, fields }: { token: string; at: Moment; fields: Partial<EditableMachine> & Pick<EditableMachine, 'name' | 'type'> },
): Promise<EditableMachine & { id: MachineId }> {
  const [row] = await db
    .insert(machines)
    .values({ ...fields, companyId: company, token, createdAt: at })
    .returning({ id: machines.id, ...EDITABLE })
  if (!row) throw new Error('the insert of a machine returned no row')
  return row
}

/** A machine of the company, also if out of service, locked until the transaction ends. */
export async function lockMachine(
  db: Db,
  company: CompanyId,
  machine: MachineId,
): Promise<(EditableMachine & { isActive: boolean; hasPlaces: boolean }) | null> {
  const [row] = await rowsOf<EditableMachine & { isActive: boolean; hasPlaces: boolean }>(
    db,
    sql`select ${selectList('m', MACHINE_COLUMNS)}, m.deactivated_at is null as "isActive",
        exists (select from stock_points p where p.company_id = m.company_id and p.machine_id = m.id and p.removed_at is null) as "hasPlaces"
      from machines m where m.company_id = ${company} and m.id = ${machine} for update of m`,
  )
  return row ?? null
}

export const updateMachine = (db: Db, company: CompanyId, machine: MachineId, fields: EditableMachine) =>
  db
    .update(machines)
    .set(Object.fromEntries(MACHINE_COLUMNS.map((column) => [column, fields[column]])))
    .where(isMachine(company, machine))

/** Takes a machine out of service and disconnects its devices. Returns their ids. */
export async function deactivate(db: Db, company: CompanyId, machine: MachineId, at: Moment): Promise<string[]> {
  const freed = await db
    .update(devices)
    .set({ machineId: null, connectedAt: null })
    .where(and(eq(devices.companyId, company), eq(devices.machineId, machine)))
    .returning({ imei: devices.imei })
  await db.update(machines).set({ deactivatedAt: at }).where(isMachine(company, machine))
  return freed.map(({ imei }) => imei).toSorted()
}

/** Puts a machine back into service and reconnects those of these devices that are in no other machine. Returns their ids. */
export async function reactivate(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  { devices: imeis, at }: { devices: readonly string[]; at: Moment },
): Promise<string[]> {
  await db.update(machines).set({ deactivatedAt: null }).where(isMachine(company, machine))
  const back = await db
    .update(devices)
    .set({ machineId: machine, connectedAt: at })
    .where(and(eq(devices.companyId, company), isNull(devices.machineId), inArray(devices.imei, [...imeis])))
    .returning({ imei: devices.imei })
  return back.map(({ imei }) => imei).toSorted()
}

/** The devices that a machine had when it was last taken out of service, from the audit log. */
export async function devicesBefore(db: Db, company: CompanyId, machine: MachineId): Promise<string[]> {
  const [row] = await rowsOf<{ devices: string[] | null }>(
    db,
    sql`select e.content -> 'before' -> 'devices' as devices from audit_entries e
      where e.company_id = ${company} and e.machine_id = ${machine} and e.action = 'machine-deactivated'
      order by e.at desc, e.seq desc limit 1`,
  )
  return row?.devices ?? []
}

/** The machines out of service, the latest first. */
export async function deactivatedMachines(
  db: Db,
  company: CompanyId,
  { page, size }: { page: number; size: number },
): Promise<{ machines: DeactivatedMachine[]; total: number }> {
  const where = sql`m.company_id = ${company} and m.deactivated_at is not null`
  const [counted] = await rowsOf<{ total: number }>(db, sql`select count(*)::int as total from machines m where ${where}`)
  const rows = await rowsOf<Omit<DeactivatedMachine, 'deactivatedAt'> & { at: Moment }>(
    db,
    sql`select m.id::float8 as id, m.name, m.type, m.address, ${millis(sql`m.deactivated_at`)} as at from machines m
      where ${where} order by m.deactivated_at desc, m.id desc limit ${size} offset ${page * size}`,
  )
  return { machines: rows.map(({ at, ...row }) => ({ ...row, deactivatedAt: toIso(at) })), total: counted?.total ?? 0 }
}

/** Users to whom the machine is assigned; it must disappear from their phones. */
export async function keepersOf(db: Db, company: CompanyId, machine: MachineId): Promise<number[]> {
  const rows = await db
    .select({ user: assignments.userId })
    .from(assignments)
    .where(and(eq(assignments.companyId, company), eq(assignments.machineId, machine), isNull(assignments.revokedAt)))
  return rows.map(({ user }) => user)
}

/** Stores a note unless a later one is stored; with equal timestamps the greater id wins. Returns the stored note. */
export async function writeNoteAt(
  db: Db,
  company: CompanyId,
  machine: MachineId,
  { note, at, by }: { note: string | null; at: Moment; by: OperationId },
): Promise<string | null> {
  await db.execute(sql`
    update machines m set note = ${note}, note_at = ${toIso(at)}, note_by = ${by}
    where m.company_id = ${company} and m.id = ${machine}
      and (m.note_at is null or (${toIso(at)}::timestamptz, ${by}::uuid) > (m.note_at, m.note_by))`)
  const [row] = await rowsOf<{ note: string | null }>(
    db,
    sql`select m.note from machines m where m.company_id = ${company} and m.id = ${machine}`,
  )
  return row?.note ?? null
}
