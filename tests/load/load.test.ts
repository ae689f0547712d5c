import { expect, test } from 'vitest'
import { runLoad } from './run-load.ts'

test('at four times its capacity the server keeps working, sheds the rest and loses nothing', async () => {
  const report = await runLoad({
    database: 'embedded',
    people: 6,
    machines: 3,
    streams: 8,
    devices: 30,
    heldMs: 2_000,
    partMs: 2_500,
    seed: 7,
  })
  if ('missing' in report) throw new Error(report.missing)
  const { quiet, held, storm, peak, overload, quietAgain, restocks, ledger, neighbours } = report
  expect([quiet, held, storm, peak, overload, quietAgain].map(({ errors }) => errors)).toEqual([0, 0, 0, 0, 0, 0])
  expect(quiet.refused).toBe(0)
  expect(overload.refused).toBeGreaterThan(0)
  // The goal is 0.8; the assertion is lower because other work on the same machine must not fail the test.
  expect(overload.perSecond / peak.perSecond).toBeGreaterThan(0.1)
  expect(neighbours).toMatchObject({ kept: neighbours.sold, errors: [], streamsLost: 0 })
  expect(neighbours.sold).toBeGreaterThan(10)
  expect(neighbours.storm.received).toBeGreaterThan(0)
  expect(restocks).toBeGreaterThan(10)
  expect(ledger).toMatchObject({ lost: [], twice: [], operations: [], mismatches: [], wrong: [] })
}, 600_000)
