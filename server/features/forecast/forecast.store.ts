import { sql } from 'drizzle-orm'
import type { InventoryRecord, Outlook } from '#contract/sync.ts'
import type { CompanyId, MachineId, StockPointId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { mapInTurns } from '../../yielding.ts'

/** `[pieces, hours, portion, weight]`: see the contract's `Outlook`. */
type Figures = [pieces: number, hours: number, portion: number, weight: number]
export type Forecast = { machine: MachineId; rhythm: string; spread: Outlook['spread'] | null; places: Record<StockPointId, Figures> }

/** The machines in service. */
export async function machinesToLearn(db: Db, company: CompanyId): Promise<MachineId[]> {
  const rows = await rowsOf<{ id: MachineId }>(
    db,
    sql`select m.id::float8 as id from machines m where m.company_id = ${company} and m.deactivated_at is null order by m.id`,
  )
  return rows.map(({ id }) => id)
}

type Clock = { company: CompanyId; timezone: string; learntAt: Moment | null }

/** Every company with machines and the time of its last forecast. */
export const companiesToLearn = (db: Db): Promise<Clock[]> =>
  rowsOf<Clock>(
    db,
    sql`select c.id as company, c.timezone,
        (select floor(extract(epoch from max(f.learnt_at)) * 1000)::float8 from forecasts f where f.company_id = c.id) as "learntAt"
      from companies c where exists (select from machines m where m.company_id = c.id and m.deactivated_at is null) order by c.id`,
  )

export async function writeForecasts(db: Db, company: CompanyId, learnt: readonly Forecast[], at: Moment): Promise<void> {
  if (learnt.length === 0) return
  await db.execute(sql`
    insert into forecasts (company_id, machine_id, learnt_at, rhythm, spread, places)
    select ${company}::int, f.machine, ${toIso(at)}::timestamptz, f.rhythm, f.spread, f.places
    from jsonb_to_recordset(${JSON.stringify(learnt)}::jsonb) as f(machine bigint, rhythm text, spread jsonb, places jsonb)
    on conflict (company_id, machine_id) do update set learnt_at = excluded.learnt_at, rhythm = excluded.rhythm, spread = excluded.spread,
      places = excluded.places`)
}

const NOTHING: Figures = [0, 0, 0, 0]

/** Adds the forecast to stock records, in the order of their slots; nothing for machines without a forecast. */
export async function withOutlooks(db: Db, company: CompanyId, records: readonly InventoryRecord[]): Promise<InventoryRecord[]> {
  if (records.length === 0) return []
  const rows = await rowsOf<Forecast>(
    db,
    sql`select f.machine_id::float8 as machine, f.rhythm, f.spread, f.places from forecasts f
      where f.company_id = ${company} and f.machine_id = any(${`{${records.map(({ machineId }) => machineId).join(',')}}`}::bigint[])
        and f.places <> '{}'::jsonb`,
  )
  const learnt = new Map(rows.map((row) => [row.machine, row]))
  return mapInTurns(records, (record) => ({ ...record, outlook: outlookOf(record, learnt.get(record.machineId)) }))
}

function outlookOf({ stocks }: InventoryRecord, learnt: Forecast | undefined): Outlook | null {
  if (!learnt) return null
  const figures = stocks.map(({ productInstallationId }) => learnt.places[productInstallationId] ?? NOTHING)
  return {
    rhythm: learnt.rhythm,
    ...(learnt.spread && { spread: learnt.spread }),
    places: {
      pieces: figures.map(([pieces]) => pieces),
      hours: figures.map(([, hours]) => hours),
      portion: figures.map(([, , portion]) => portion),
      weight: figures.map(([, , , weight]) => weight),
    },
  }
}
