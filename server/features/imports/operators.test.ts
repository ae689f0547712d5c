import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXPORTS } from '../../../tests/layouts/exports.ts'
import { FURTHER_RECORDS } from '../../../tests/layouts/further-records.ts'
import { OPERATORS, type OperatorList } from '../../../tests/layouts/operators.ts'
import { RECORDS } from '../../../tests/layouts/records.ts'
import { aMachine, aProduct } from '../../../tests/support/fleet.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'

let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies()
  const { ctx, company } = world
  await aProduct(ctx, company, { sku: 'COLA', name: 'Cola', packaging: 'PIECE' })
  await aMachine(ctx, company, { name: 'Foyer' })
})
afterAll(() => world.close())

const bring = async ({ kind, file, choices }: OperatorList, more: object = {}) => {
  const content = Buffer.from(file).toString('base64')
  return (await world.manager.call('POST', '/imports', { kind, content, ...choices, ...more })).json().data
}

/** What an import has stored, in the order of the file. */
const stored = async (kind: OperatorList['kind'], { importId }: { importId: string }) => {
  const created = sql`(select created from imports where company_id = ${world.company} and id = ${importId}::uuid)`
  const query = {
    MACHINES: sql`select json_build_array(name, address, opening_hours) as row from machines
      where company_id = ${world.company} and ${created}->'machines' @> to_jsonb(id) order by id`,
    PRODUCTS: sql`select json_build_array(sku, name, packaging, volume || ' ' || volume_type, last_cost_minor, tax_basis_points, case_size) as row
      from products where company_id = ${world.company} and ${created}->'products' @> to_jsonb(id) order by id`,
    PLANOGRAMS: sql`select json_build_array(m.name, s.slot_number, p.name, s.vend_price_minor, s.max_quantity) as row
      from slots s join machines m on m.company_id = s.company_id and m.id = s.machine_id
        left join products p on p.company_id = s.company_id and p.id = s.product_id
      where s.company_id = ${world.company} and s.removed_at is null order by s.slot_number`,
  }[kind]
  return (await rowsOf<{ row: unknown[] }>(world.ctx.database.owner, query)).map(({ row }) => row)
}

test.each([...OPERATORS, ...EXPORTS, ...RECORDS, ...FURTHER_RECORDS].map((list) => [list.name, list] as const))('%s', async (_, list) => {
  const preview = await bring(list)
  const done = (await bring(list, { confirm: true, leaveOut: true })) ?? null
  const seen = {
    stored: list.stored.length === 0 && done === null ? [] : await stored(list.kind, done),
    doubts: preview.doubts.map(({ doubt }: { doubt: string }) => doubt),
    problems: preview.problems.map(({ field, code, value }: Record<string, string>) => `${field} ${code} ${value}`),
    notes: preview.notes
      .filter(({ note }: { note: string }) => note === 'INACTIVE')
      .map(({ note, count }: { note: string; count: number }) => `${note} ${count}`),
    leftOut: preview.leftOut,
  }
  if (done) await world.manager.call('POST', `/imports/${done.importId}/undo`)
  const { doubts = [], problems = [], notes = [], leftOut = [] } = list
  expect(seen, JSON.stringify(preview.mapping)).toEqual({ stored: list.stored, doubts, problems, notes, leftOut })
})
