import type { CompanyId, MachineId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { cachedByFeed } from './cached-by-feed.ts'

/** Amounts by key. Whole numbers, because fractions that are added and subtracted drift. */
export type Sums = ReadonlyMap<string, number>
export type ReadSums = (db: Db, company: CompanyId, now: Moment) => Promise<Sums>

/**
 * Reads what each machine adds to the sums, of these machines or of all: as one text, `key amount,key amount`, which is parsed only when the
 * machine changes.
 */
type ReadParts = (db: Db, company: CompanyId, machines?: readonly MachineId[]) => Promise<Map<MachineId, string>>

/** Sums over all machines, read at once. For transactions that do not read one snapshot. */
export const sumsOf =
  (read: ReadParts): ReadSums =>
  async (db, company) =>
    countParts((await read(db, company)).values())

/**
 * Sums of all machines, kept by the feed: a changed machine is subtracted and added again. `total` sums all machines, whose parts it gets;
 * `add` adds one part, or with -1 subtracts it.
 */
export function cachedSums<Key, Sum>({
  read,
  total,
  add,
}: {
  read: ReadParts
  total(parts: Iterable<string>, db: Db, company: CompanyId): Promise<Map<Key, Sum>>
  add(sums: Map<Key, Sum>, part: string | undefined, sign: 1 | -1): void
}): (db: Db, company: CompanyId, now: Moment) => Promise<ReadonlyMap<Key, Sum>> {
  const facts = cachedByFeed<{ size: number; machines: Map<MachineId, string>; sums: Map<Key, Sum> }>({
    read: async (db, company) => {
      const machines = await read(db, company)
      return { size: machines.size, machines, sums: await total(machines.values(), db, company) }
    },
    reread: async (db, company, changed) => {
      const parts = await read(db, company, changed)
      return ({ machines, sums }) => {
        for (const machine of changed) {
          add(sums, machines.get(machine), -1)
          const now = parts.get(machine)
          add(sums, now, 1)
          if (now === undefined) machines.delete(machine)
          else machines.set(machine, now)
        }
      }
    },
  })
  return async (db, company, now) => (await facts(db, company, now)).sums
}

/** The sums of `sumsOf`, kept by the feed. */
export const sumsByFeed = (read: ReadParts): ReadSums => cachedSums({ read, total: async (parts) => countParts(parts), add })

function countParts(parts: Iterable<string>): Map<string, number> {
  const sums = new Map<string, number>()
  for (const part of parts) add(sums, part, 1)
  return sums
}

/** Adds a part, or with -1 subtracts it. */
function add(sums: Map<string, number>, part: string | undefined, sign: 1 | -1): void {
  for (const line of part?.split(',') ?? []) {
    const gap = line.indexOf(' ')
    const key = line.slice(0, gap)
    const sum = (sums.get(key) ?? 0) + sign * Number(line.slice(gap + 1))
    if (sum === 0) sums.delete(key)
    else sums.set(key, sum)
  }
}
