import { expect, test } from 'vitest'
import { type Heard, notHeld } from './held.ts'
import { allOf, difference, transcript } from './transcript.ts'
import { aWorld } from './world.ts'

test('with row-level security off, the filters of the stores hold alone: not a word and not a row is otherwise', {
  timeout: 600_000,
}, async () => {
  const heard: Heard = new Map()
  const [walled, open] = [await aWorld(), await aWorld({ rowLevelSecurity: false, heard })]
  const day = await allOf(transcript(walled))
  expect(day.filter((line) => / 2\d\d /.test(line)).length).toBeGreaterThan(150)
  expect(await difference(day, transcript(open))).toBeNull()
  // And where the day would not show it: no statement reads a table of all companies.
  expect(heard.size).toBeGreaterThan(400)
  expect(await notHeld(open.house.database.owner, heard)).toEqual([])
  await walled.close()
  await open.close()
})

test('a statement that holds a table to no company is found, and what it is bound to', async () => {
  const world = await aWorld()
  const said = (text: string) => notHeld(world.house.database.owner, new Map([[text, { company: world.ours, text, values: [world.ours] }]]))
  expect(await said('select m.id from machines m join slots s on s.company_id = m.company_id where m.company_id = $1')).toEqual([])
  expect(await said('select m.id from machines m join slots s on s.company_id = m.company_id where m.id = $1')).toHaveLength(2)
  expect(await said('select m.id from machines m join slots s on s.machine_id = m.id where m.company_id = $1')).toEqual([
    expect.stringContaining('slots (s)'),
  ])
  expect(await said('update products p set name = p.name where p.id = $1')).toHaveLength(1)
  expect(await said('delete from products p where p.company_id = $1')).toEqual([])
  expect(await said('select c.name from companies c where c.id = $1')).toEqual([])
  expect(await said('select c.name, $1::int from companies c')).toHaveLength(1)
  await world.close()
})
