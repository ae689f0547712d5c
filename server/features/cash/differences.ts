import type { CashDifferences } from '#contract/collections.ts'
import { dayOf, isoDay, startOfDay } from '#domain/calendar.ts'
import { CAUSES, type CountedCollection, type Explained, explain, repeated, sharesOf, testedFrom } from '#domain/cash/differences.ts'
import { expectedOf } from '#domain/cash/expected.ts'
import { grouped } from '#domain/grouped.ts'
import { toDecimal } from '#domain/money.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { companyWays } from '../../db/company-settings.ts'
import type { GatedTransaction } from '../../http/gated-transactions.ts'
import type { Principal } from '../../http/request-context.ts'
import { createTurns, mapInTurns } from '../../yielding.ts'
import { countedBetween, type Figures, figuresById, validCountOf } from './collections.store.ts'

/** More collections than 300 machines have in a year. */
const MAX_COLLECTIONS = 20_000
/** Collections per transaction, which takes about 0.1 s on the embedded database. */
const PART = 200
/** Pairs to list, the latest first. */
const MAX_PAIRS = 50

/**
 * Differences by machine, person and cause. A person's shares are compared with those of other people at the same machine, so that a
 * machine that always counts wrong is not attributed to the person who empties it.
 */
export async function differencesFor(
  transaction: GatedTransaction,
  { companyId, currency }: Pick<Principal, 'companyId' | 'currency'>,
  now: Moment,
): Promise<CashDifferences> {
  const { timezone } = await transaction((db) => companyWays(db, companyId))
  const [from = now, current = now] = testedFrom(dayOf(now, timezone)).map(({ year, month }) =>
    startOfDay({ year, month, day: 1 }, timezone),
  )
  const ids = await transaction((db) => countedBetween(db, companyId, { from, until: now + 1 }, MAX_COLLECTIONS))
  const figures = await inParts(ids, async (part) => {
    const found = await transaction((db) => figuresById(db, companyId, currency, part))
    return part.flatMap((id) => found.get(id) ?? [])
  })
  const turn = createTurns()
  const counted = figures.flatMap((one) => collectionOf(one) ?? [])
  await turn()
  const explained = explain(counted)
  await turn()
  const trend = (rows: readonly Explained[]) => trendOf(rows, timezone, currency)
  const flag = (rows: readonly Explained[], usual: (one: Explained) => number = () => 0) => {
    const shares = (since: Moment) =>
      rows.filter(({ at }) => at >= since).flatMap((one) => sharesOf([one]).map(({ at, share }) => ({ at, share: share - usual(one) })))
    const found = repeated(shares(current)) ?? repeated(shares(from))
    return found && { direction: found.direction, since: toIso(found.since) }
  }
  const usual = usualOf(explained)
  const [machines, people] = [byId(figures, 'machine'), byId(figures, 'user')]
  const byMachine = largestFirst(explained, ({ machine }) => machine)
  await turn()
  const byPerson = largestFirst(explained, ({ person }) => person)
  await turn()
  return {
    from: toIso(from),
    machines: await mapInTurns(byMachine, ([machine, rows]) => ({
      machine: machines.get(machine) ?? { id: machine, name: '' },
      ...trend(rows),
      repeated: flag(rows),
    })),
    people: await mapInTurns(byPerson, ([person, rows]) => ({
      user: people.get(person) ?? { id: person, name: '' },
      ...trend(rows),
      repeated: flag(rows, usual),
    })),
    causes: (
      await mapInTurns(CAUSES, (cause) => {
        const rows = explained.filter((one) => one.cause === cause)
        return rows.length > 0 ? [{ cause, ...trend(rows) }] : []
      })
    ).flat(),
    pairs: pairsOf(explained, new Map(figures.map((one) => [one.id, one])), currency),
  }
}

/** The expected amounts of a year take seconds, and the embedded database runs one transaction at a time. */
async function inParts<T, Result>(all: readonly T[], read: (part: readonly T[]) => Promise<Result[]>): Promise<Result[]> {
  const results: Result[] = []
  for (let begin = 0; begin < all.length; begin += PART) results.push(...(await read(all.slice(begin, begin + PART))))
  return results
}

function collectionOf(figures: Figures): CountedCollection | null {
  const counted = validCountOf(figures)
  if (!counted) return null
  const { basis, expected, sales } = expectedOf(figures.before, figures.now, figures.sales)
  const { id, at, machine, user } = figures
  return {
    id,
    at,
    machine: machine.id,
    person: user?.id ?? null,
    expected,
    counted: counted.amount,
    basis,
    other: basis === 'METER' ? sales : null,
  }
}

/** Machines or people by id. */
const byId = (figures: readonly Figures[], kind: 'machine' | 'user') =>
  new Map(figures.flatMap(({ [kind]: one }) => (one ? [[one.id, one] as const] : [])))

/** Rows by a key, those with the largest difference first. Rows without a key belong to no group. */
function largestFirst(rows: readonly Explained[], keyOf: (row: Explained) => number | null): [number, Explained[]][] {
  const groups = [...grouped(rows, keyOf)].flatMap(([key, own]): [number, Explained[]][] => (key === null ? [] : [[key, own]]))
  const size = (all: readonly Explained[]) => Math.abs(all.reduce((sum, { difference }) => sum + difference, 0))
  return groups.toSorted(([, a], [, b]) => size(b) - size(a))
}

/** The middle share of a machine when other people emptied it; 0 if they did so too rarely. */
function usualOf(explained: readonly Explained[]): (one: Explained) => number {
  const byMachine = grouped(explained, ({ machine }) => machine)
  const known = new Map<string, number>()
  return ({ machine, person }) => {
    const key = `${machine} ${person}`
    const before = known.get(key)
    if (before !== undefined) return before
    const others = sharesOf((byMachine.get(machine) ?? []).filter((one) => one.person !== person)).map(({ share }) => share)
    const middle = others.length >= ENOUGH_OTHERS ? (others.toSorted((a, b) => a - b)[Math.floor(others.length / 2)] ?? 0) : 0
    known.set(key, middle)
    return middle
  }
}
const ENOUGH_OTHERS = 5

function sums(rows: readonly Explained[], currency: string) {
  const sum = (of: (row: Explained) => number) =>
    toDecimal(
      rows.reduce((all, row) => all + of(row), 0),
      currency,
    )
  return { collections: rows.length, expectedAmount: sum(({ expected }) => expected), difference: sum(({ difference }) => difference) }
}

function trendOf(rows: readonly Explained[], timezone: string, currency: string) {
  const months = grouped(rows, ({ at }) => isoDay(dayOf(at, timezone)).slice(0, '2026-03'.length))
  return { ...sums(rows, currency), months: [...months].toSorted().map(([month, own]) => ({ month, ...sums(own, currency) })) }
}

function pairsOf(explained: readonly Explained[], known: ReadonlyMap<string, Figures>, currency: string): CashDifferences['pairs'] {
  const byId = new Map(explained.map((one) => [one.id, one]))
  return explained
    .toReversed()
    .flatMap((later) => {
      const earlier = later.pair === null ? undefined : byId.get(later.pair)
      // Each pair once, by its later collection.
      if (!earlier || earlier.at > later.at || (earlier.at === later.at && earlier.id > later.id)) return []
      const shown = [earlier, later].flatMap(({ id, difference }) => {
        const one = known.get(id)
        return one ? [{ id, bag: one.bag, machine: one.machine, created: toIso(one.at), difference: toDecimal(difference, currency) }] : []
      })
      return [{ cause: later.cause, collections: shown }]
    })
    .slice(0, MAX_PAIRS)
}
