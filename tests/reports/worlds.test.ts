import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from '../../server/db/client.ts'
import { openPostgres } from '../../server/db/connect.ts'
import { isLong } from '../support/long.ts'
import { copyMigrated } from '../support/shared-postgres.ts'
import { aClock } from '../support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../support/two-companies.ts'
import { later, monthsLater } from './worlds/calendar.ts'
import { compareCash, compareDashboard, compareStock } from './worlds/compare-now.ts'
import { compareSpan } from './worlds/compare-span.ts'
import type { World } from './worlds/facts.ts'
import { Figures } from './worlds/figures.ts'
import { aStory, type Story } from './worlds/story.ts'

/** A leap day, and nights with different daylight saving changes: none, an hour at two, half an hour, at midnight forward or back. */
const SPRING: World[] = [
  { timezone: 'Asia/Tokyo', currency: 'JPY', decimals: 0, country: 'JP', first: '2028-02-18', last: '2028-03-02' },
  { timezone: 'Asia/Kuwait', currency: 'KWD', decimals: 3, country: 'KW', first: '2028-02-18', last: '2028-03-02' },
  { timezone: 'America/Los_Angeles', currency: 'USD', decimals: 2, country: 'US', first: '2028-02-28', last: '2028-03-13' },
  { timezone: 'Atlantic/Azores', currency: 'EUR', decimals: 2, country: 'PT', first: '2028-03-18', last: '2028-04-01' },
  { timezone: 'Australia/Lord_Howe', currency: 'AUD', decimals: 2, country: 'AU', first: '2028-03-22', last: '2028-04-04' },
  { timezone: 'America/Santiago', currency: 'ARS', decimals: 2, country: 'CL', first: '2028-03-22', last: '2028-04-04' },
  { timezone: 'Pacific/Auckland', currency: 'NZD', decimals: 2, country: 'NZ', first: '2028-03-22', last: '2028-04-04' },
]
const AUTUMN: World[] = [
  { timezone: 'America/Santiago', currency: 'USD', decimals: 2, country: 'CL', first: '2028-08-24', last: '2028-09-06' },
  { timezone: 'Pacific/Auckland', currency: 'NZD', decimals: 2, country: 'NZ', first: '2028-09-18', last: '2028-10-02' },
  { timezone: 'Australia/Lord_Howe', currency: 'AUD', decimals: 2, country: 'AU', first: '2028-09-20', last: '2028-10-03' },
  { timezone: 'Atlantic/Azores', currency: 'EUR', decimals: 2, country: 'PT', first: '2028-10-16', last: '2028-10-29' },
  { timezone: 'America/Los_Angeles', currency: 'USD', decimals: 2, country: 'US', first: '2028-10-25', last: '2028-11-07' },
]
/** The short form checks each time zone once. */
const WORLDS = isLong ? [...SPRING, ...AUTUMN].map((world) => ({ ...world, last: later(world.first, 92) })) : SPRING

describe.each(WORLDS)('a company in $timezone that counts in $currency, from $first to $last', (world) => {
  const clock = aClock(Date.parse(`${world.first}T00:00:00Z`) - 20 * 3_600_000)
  let ctx: TwoCompanies
  let story: Story
  let figures: Figures

  beforeAll(async () => {
    ctx = await twoCompanies({ now: clock.now })
    story = await aStory(ctx, clock, world, WORLDS.indexOf(world) + 1)
    let flushed = clock.now()
    for (const { at, do: happen } of story.steps.toSorted((a, b) => a.at - b.at)) {
      clock.pass(Math.max(0, at - clock.now()))
      await happen()
      if (clock.now() - flushed < 12 * 3_600_000) continue
      await story.flush()
      flushed = clock.now()
    }
    await story.flush()
    figures = new Figures(story.facts)
  })
  afterAll(() => ctx.close())

  test('every report is exact to the piece and the smallest coin', async () => {
    const { first, last } = world
    await compareSpan(figures, await story.call(), { first, last, now: clock.now() })
    await compareSpan(figures, await story.call(), {
      first: figures.dayAfter(first),
      last: first.slice(0, 8).concat('29'),
      now: clock.now(),
    })
    for (const month of new Set([first.slice(0, 7), last.slice(0, 7)]))
      await compareSpan(figures, await story.call(), {
        first: `${month}-01`,
        last: figures.dayBefore(monthsLater(`${month}-01`, 1)),
        now: clock.now(),
      })
  })

  test('cash, stock and dashboard are correct', async () => {
    const call = await story.call()
    await compareCash(figures, call, clock.now())
    await compareStock(figures, call, clock.now())
    await compareDashboard(figures, call, clock.now())
  })
})

test.runIf(process.env.TEST_DATABASE === 'postgres')('the time zone of the database server has no effect', async () => {
  const copy = await copyMigrated()
  if ('missing' in copy) throw new Error(copy.missing)
  const open = async () => {
    const opened = await openPostgres(copy.url, 1)
    if ('wrong' in opened) throw new Error(opened.wrong)
    return opened.database
  }
  const before = await open()
  await before.owner.execute(sql.raw(`alter database "${new URL(copy.url).pathname.slice(1)}" set timezone to 'America/Santiago'`))
  await before.close()
  const database = await open()
  // In that zone the clocks skip the midnight of September 3, so a series of its midnights has one less.
  const days = await rowsOf(database.owner, sql`select d from generate_series('2028-09-01'::date, '2028-09-05'::date, interval '1 day') d`)
  expect(days).toHaveLength(5)
  await database.close()
})
