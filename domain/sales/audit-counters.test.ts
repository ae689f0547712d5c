import { expect, test } from 'vitest'
import { randomFrom } from '../../tests/dex/damaged-reads.ts'
import { realFile, realFiles } from '../../tests/dex/files.ts'
import { isLong } from '../../tests/support/long.ts'
import { seed as testSeed } from '../../tests/support/seed.ts'
import { readAudits } from '../dex/reading.ts'
import { DAY } from '../time.ts'
import { fallenKinds, otherCounters } from './audit-counters.ts'
import { auditedSales } from './audited.ts'

const GROUND = { currency: 'EUR', mapping: new Map<string, string>() }
const RUNS = isLong ? 200 : 10

/** Serial, board and asset numbers, including those of parts. */
const unnumbered = (file: string) =>
  file
    .replaceAll(/^(ID1\*)[^*\r\n]*((?:\*[^*\r\n]*){0,4})(\*[^*\r\n]*)?/gm, '$1$2*')
    .replaceAll(/^((?:CB|CA|BA|DA|DB)1)\*[^*\r\n]*/gm, '$1*')

/** Counters other than sales: cash, coins, free and test vends, events, power cuts. */
const COUNTERS = /^(CA3|CA4|CA8|CA10|CA1[1-4]|PA3|PA4|EA2|EA7|VA2|VA3)\*([^\r\n]*)/gm
/** The first element names what they count. */
const NAMED = /^(CA1[1-4]|EA2)$/

/** Multiplies each of those counters by `by`. */
const changed = (file: string, by: () => number) =>
  file.replaceAll(COUNTERS, (_, tag: string, rest: string) => {
    const reported = rest
      .split('*')
      .map((one, nth) => (/^\d+$/.test(one) && !(nth === 0 && NAMED.test(tag)) ? Math.round(Number(one) * by()) : one))
    return [tag, ...reported].join('*')
  })

const doubtsOf = (before: string, now: string, at = 2 * DAY) => {
  const [was] = readAudits(before, 'EUR').readings
  const [is] = readAudits(now, 'EUR').readings
  if (!was || !is) throw new Error('no audit')
  return auditedSales(auditedSales(null, was, 0, [], GROUND).next, is, at, [], GROUND).reasons
}

const texts = realFiles.map((name) => [name, unnumbered(Buffer.from(realFile(name)).toString('latin1'))] as const)

test.each(texts)('%s is never doubted, however its other counters have grown', (_, file) => {
  const random = randomFrom(testSeed)
  for (let run = 0; run < RUNS; run++)
    expect(
      doubtsOf(
        file,
        changed(file, () => 1 + random() / 10),
      ),
    ).toEqual([])
})

/** Real files of machines that report many counters. */
const DETAILED = [
  'animo.eva_dts',
  'rhevendors.eva_dts',
  'Config3AuditFillerTest__testNriCurrenzaC2Blue_3.dex',
  'Config4MeiAuditGeneratorTest__test_1.dex',
]

test.each(texts.filter(([name]) => DETAILED.includes(name)))('a neighbour of %s with as many sales is doubted', (_, file) => {
  const random = randomFrom(testSeed)
  let doubted = 0
  for (let run = 0; run < RUNS; run++)
    if (
      doubtsOf(
        file,
        changed(file, () => 0.9 + random() / 5),
      ).length > 0
    )
      doubted++
  expect(doubted / RUNS).toBeGreaterThanOrEqual(0.9)
})

test('real files contain counters of every kind', () => {
  const kinds = realFiles.flatMap((name) => {
    const [reading] = readAudits(realFile(name)).readings
    return reading ? Object.keys(otherCounters(reading)).map((one) => one.split(' ')[0]) : []
  })
  expect([...new Set(kinds)].toSorted()).toEqual(['cash', 'clock', 'coins', 'events', 'given', 'lists', 'notes', 'power', 'reads'])
})

test.each([
  ['coins', 2],
  ['events', 1],
])('%s that partly decreased and partly increased count %i times', (kind, times) => {
  const before = { [`${kind} a`]: 10, [`${kind} b`]: 10, [`${kind} c`]: 10, [`${kind} d`]: 10 }
  const now = { [`${kind} a`]: 4, [`${kind} b`]: 5, [`${kind} c`]: 11, [`${kind} d`]: 12 }
  expect(fallenKinds(before, now)).toHaveLength(times)
})
