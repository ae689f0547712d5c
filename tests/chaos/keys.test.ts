import { expect, test } from 'vitest'
import { sendTogether } from './keys.ts'

test.each(['embedded', 'postgresql'] as const)(
  'concurrent duplicates count once on the %s database',
  async (database) => {
    const report = await sendTogether({ seed: 7, keys: 10, sends: 50, database })
    if ('missing' in report) return console.warn(`Not tried: ${report.missing}`)
    expect(report).toMatchObject({ acknowledged: 500, effects: 10, lost: [], twice: [], operations: [], mismatches: [], wrong: [] })
  },
  600_000,
)
