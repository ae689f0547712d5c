import { expect, test } from 'vitest'
import { isLong } from '../support/long.ts'
import { seed } from '../support/seed.ts'
import { cutPower } from './power-cut.ts'

const cuts = isLong ? 1_000 : 5

test('power cuts lose no acknowledged change and leave no damage', async () => {
  const report = await cutPower({ seed, cuts })
  expect(report).toMatchObject({ cuts, lost: [], wrong: [] })
  expect(report.acknowledged).toBeGreaterThan(cuts * 5)
}, 7_200_000)
