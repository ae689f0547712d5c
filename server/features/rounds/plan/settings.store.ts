import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { PlanningSettings, UNCHANGED_PLANNING } from '#contract/planning.ts'
import type { CompanyId } from '#domain/ids.ts'
import { type Db, rowsOf } from '../../../db/client.ts'

/** Settings that a later version added have their usual values. */
export async function findPlanning(db: Db, company: CompanyId): Promise<PlanningSettings> {
  const [row] = await rowsOf<{ settings: object }>(db, sql`select s.settings from planning_settings s where s.company_id = ${company}`)
  const read = v.safeParse(PlanningSettings, { ...UNCHANGED_PLANNING, ...row?.settings })
  return read.success ? read.output : UNCHANGED_PLANNING
}

export const writePlanning = (db: Db, company: CompanyId, settings: PlanningSettings) =>
  db.execute(sql`insert into planning_settings (company_id, settings) values (${company}, ${JSON.stringify(settings)}::jsonb)
    on conflict (company_id) do update set settings = excluded.settings`)
