import { expect, test } from 'vitest'
import { allOf, difference, transcript } from './transcript.ts'
import { aWorld } from './world.ts'

test('with row-level security off, the filters of the stores hold alone: not a word and not a row is otherwise', {
  timeout: 300_000,
}, async () => {
  const [walled, open] = [await aWorld(), await aWorld({ rowLevelSecurity: false })]
  const day = await allOf(transcript(walled))
  expect(day.filter((line) => / 2\d\d /.test(line)).length).toBeGreaterThan(150)
  expect(await difference(day, transcript(open))).toBeNull()
  await walled.close()
  await open.close()
})
