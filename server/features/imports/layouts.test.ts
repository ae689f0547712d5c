import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AMERICAS } from '../../../tests/layouts/americas.ts'
import { ASIA } from '../../../tests/layouts/asia.ts'
import { CALENDARS } from '../../../tests/layouts/calendars.ts'
import { COUNTRIES } from '../../../tests/layouts/countries.ts'
import { EUROPE } from '../../../tests/layouts/europe.ts'
import { FOOTERS } from '../../../tests/layouts/footers.ts'
import { FURTHER } from '../../../tests/layouts/further.ts'
import { LANGUAGES } from '../../../tests/layouts/languages.ts'
import type { Layout } from '../../../tests/layouts/layout.ts'
import { LOOKALIKES } from '../../../tests/layouts/lookalikes.ts'
import { MISTAKABLE } from '../../../tests/layouts/mistakable.ts'
import { NOTATIONS } from '../../../tests/layouts/notations.ts'
import { ORDERS } from '../../../tests/layouts/orders.ts'
import { OUTCOMES } from '../../../tests/layouts/outcomes.ts'
import { PAYMENTS } from '../../../tests/layouts/payments.ts'
import { PIVOTS } from '../../../tests/layouts/pivots.ts'
import { PROGRAMS } from '../../../tests/layouts/programs.ts'
import { SHAPES } from '../../../tests/layouts/shapes.ts'
import { SHEETS } from '../../../tests/layouts/sheets.ts'
import { TERMINALS } from '../../../tests/layouts/terminals.ts'
import { TILLS } from '../../../tests/layouts/tills.ts'
import { TIMES } from '../../../tests/layouts/times.ts'
import { WORDS } from '../../../tests/layouts/words.ts'
import { aMachine, aProduct } from '../../../tests/support/fleet.ts'
import { isLong } from '../../../tests/support/long.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'

const LAYOUTS = [
  ...EUROPE,
  ...AMERICAS,
  ...ASIA,
  ...SHAPES,
  ...OUTCOMES,
  ...LANGUAGES,
  ...NOTATIONS,
  ...WORDS,
  ...TIMES,
  ...MISTAKABLE,
  ...CALENDARS,
  ...SHEETS,
  ...PIVOTS,
  ...LOOKALIKES,
  ...COUNTRIES,
  ...ORDERS,
  ...FOOTERS,
  ...PROGRAMS,
  ...TILLS,
  ...TERMINALS,
  ...PAYMENTS,
  ...FURTHER,
]

const clock = aClock(Date.parse('2026-05-04T10:00:00.000Z'))
let world: TwoCompanies

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const { ctx, company } = world
  for (const name of ['Cola', 'Water', 'Snickers']) await aProduct(ctx, company, { sku: name.toUpperCase(), name, packaging: 'PIECE' })
  for (const name of ['Foyer', 'Hall', 'Łazienka', 'Bahnhof Süd', 'Istanbul Şişli', 'Вокзал', '駅前', '车站', 'المحطة', 'Čekárna'])
    await aMachine(ctx, company, { name })
})
afterAll(() => world.close())

/** Booking and undoing takes most of the time, so the short form does it for one layout in three. */
const isBooked = (layout: Layout) => isLong || LAYOUTS.indexOf(layout) % 3 === 0

const bring = async (layout: Layout, more: object = {}) => {
  const content = (typeof layout.file === 'string' ? Buffer.from(layout.file) : layout.file).toString('base64')
  return (await world.manager.call('POST', '/imports', { kind: 'SALES', content, ...layout.choices, ...more })).json()
}

test.each(LAYOUTS.map((layout) => [layout.name, layout] as const))('%s', async (_, layout) => {
  const { data } = await bring(layout)
  expect(data, 'is read').toBeDefined()
  const seen = {
    new: data.counts.new,
    refused: data.counts.refused,
    known: data.counts.known,
    notes: Object.fromEntries(data.notes.map(({ note, count }: { note: string; count: number }) => [note, count])),
    doubts: [
      ...data.doubts.map(({ doubt }: { doubt: string }) => doubt),
      ...(data.dates && !data.dates.isSure ? ['DATES'] : []),
      ...(data.decimal?.doubt ? ['DECIMAL'] : []),
    ].toSorted(),
    holds: data.holds,
    problems: [...new Set(data.problems.map(({ code }: { code: string }) => code))].toSorted(),
  }
  expect(seen, JSON.stringify({ mapping: data.mapping, problems: data.problems.slice(0, 3), states: data.states })).toEqual({
    new: layout.new,
    refused: layout.refused ?? 0,
    known: layout.known ?? 0,
    notes: layout.notes ?? {},
    doubts: (layout.doubts ?? []).toSorted(),
    holds: layout.holds ?? 'SALES',
    problems: layout.problems?.toSorted() ?? [],
  })
  if (layout.new === 0 || !isBooked(layout)) return
  const done = (await bring(layout, { confirm: true, leaveOut: true })).data
  const [stored] = await rowsOf<{ count: number; sum: number; from: string; until: string; types: string[]; slots: string[] }>(
    world.ctx.database.owner,
    sql`select count(*)::int as count, sum(amount_minor)::int as sum, to_char(min(at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as from,
        to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as until, array_agg(distinct type order by type) as types,
        array_agg(nullif(slot_number, '') order by at) as slots
      from transactions where company_id = ${world.company} and import_id = ${done.importId}::uuid`,
  )
  await world.manager.call('POST', `/imports/${done.importId}/undo`)
  expect(stored).toEqual({
    count: layout.new,
    sum: layout.sum,
    from: layout.from ?? stored?.from,
    until: layout.until ?? stored?.until,
    types: layout.types ?? stored?.types,
    slots: layout.slots ?? stored?.slots,
  })
})
