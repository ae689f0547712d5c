import { expect, test } from 'vitest'
import { isLong } from '../support/long.ts'
import { killDuringImport } from './imports.ts'

const rows = isLong ? 100_000 : 10_000

test.each(['embedded', 'postgresql'] as const)(
  'findings 24: an import on %s survives kills in each phase and books each sale once',
  async (database) => {
    const report = await killDuringImport({ database, rows })
    if ('missing' in report) return console.warn(`Not tried: ${report.missing}`)
    expect(report).toMatchObject({
      afterUpload: 'UPLOADING',
      review: { state: 'READY', new: rows },
      killedAt: 'RUNNING',
      booked: { state: 'DONE', new: rows, sales: rows, days: rows },
      undone: { state: 'UNDONE', sales: 0, days: 0 },
    })
  },
  600_000,
)
