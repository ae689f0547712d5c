import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'
import { rowsOf } from './client.ts'
import { unnested } from './unnested.ts'

let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies()
})
afterAll(() => world.close())

test('columns come back with the given values', async () => {
  const names = ['plain', '', null, 'NULL', 'a "quote"', 'back\\slash', 'a,b {c}', ' blanks ', "it's", 'Łódź\nローソン']
  const numbers = names.map((_, index) => (index === 2 ? null : index - 4))
  const rows = await rowsOf(
    world.ctx.database.owner,
    sql`select r.name, r.number::float8 as number, r.share from ${unnested({
      name: ['text', names],
      number: ['bigint', numbers],
      share: ['float8', names.map(() => 0.125)],
    })} r`,
  )
  expect(rows).toEqual(names.map((name, index) => ({ name, number: numbers[index], share: 0.125 })))
})

test('no rows yield no rows', async () => {
  expect(await rowsOf(world.ctx.database.owner, sql`select * from ${unnested({ id: ['bigint', []], name: ['text', []] })} r`)).toEqual([])
})
