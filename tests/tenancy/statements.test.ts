import { expect, test } from 'vitest'
import { unrestrictedReads } from './statements.ts'
import { aWorld } from './world.ts'

test('finds statements that do not restrict a table to the company', async () => {
  const world = await aWorld()
  const notHeldFor = (text: string) =>
    unrestrictedReads(world.ctx.database.owner, new Map([[text, { company: world.ours, text, values: [world.ours] }]]))
  expect(await notHeldFor('select m.id from machines m join slots s on s.company_id = m.company_id where m.company_id = $1')).toEqual([])
  expect(await notHeldFor('select m.id from machines m join slots s on s.company_id = m.company_id where m.id = $1')).toHaveLength(2)
  expect(await notHeldFor('select m.id from machines m join slots s on s.machine_id = m.id where m.company_id = $1')).toEqual([
    expect.stringContaining('slots (s)'),
  ])
  expect(await notHeldFor('update products p set name = p.name where p.id = $1')).toHaveLength(1)
  expect(await notHeldFor('delete from products p where p.company_id = $1')).toEqual([])
  expect(await notHeldFor('select c.name from companies c where c.id = $1')).toEqual([])
  expect(await notHeldFor('select c.name, $1::int from companies c')).toHaveLength(1)
  await world.close()
})
