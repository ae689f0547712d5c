import { expect, test } from 'vitest'
import { isLong } from '../support/long.ts'
import { killDuringImport } from './imports.ts'

const rows = isLong ? 100_000 : 10_000

/** Each further one takes a minute. */
const phases = isLong ? undefined : (['upload', 'booking'] as const)

test.each([
  ['the server on embedded', { database: 'embedded', kills: 'server' }],
  ['the server on postgresql', { database: 'postgresql', kills: 'server' }],
  ['PostgreSQL itself', { database: 'postgresql', kills: 'database', ...(phases && { phases }) }],
] as const)(
  'an import survives kills of %s and books each sale once',
  async (_, plan) => {
    const report = await killDuringImport({ ...plan, rows })
    if ('missing' in report) return console.warn(`Not tried: ${report.missing}`)
    expect(report).toMatchObject({
      afterUpload: 'UPLOADING',
      review: { state: 'READY', new: rows },
      killedAt: 'RUNNING',
      booked: { state: 'DONE', new: rows, sales: rows, days: rows },
      undone: { state: 'UNDONE', sales: 0, days: 0 },
      unforeseen: [],
    })
  },
  900_000,
)
