import type { Keeper, Lock } from '#offline/account-vault.ts'
import type { Encrypted, Sealed } from '#offline/session.ts'
import type { Random } from './random.ts'
import type { Actor, Scheduler } from './scheduler.ts'

type Around = { tab: Actor; scheduler: Scheduler; random: Random; faults(): { die: number }; die(): Promise<never> }

/** A phone's storage for work of signed-out users. The app can be killed before and after each step; the checks can read locked data. */
export function keeperOf(vault: Map<string, Sealed>, { tab, scheduler, random, faults, die }: Around): Keeper {
  const step = async <T>(what: string, work: () => T): Promise<T> => {
    await scheduler.pause(tab, what)
    const dies = random.chance(faults().die * 3)
    if (dies && random.chance(0.5)) return die()
    const done = work()
    if (dies) return die()
    await scheduler.pause(tab, `${what}: done`)
    return done
  }
  return {
    newId: () => random.uuid(),
    vault: {
      all: () => step('looks for what is locked', () => [...vault.values()]),
      put: (sealed) => step('locks', () => void vault.set(sealed.database, sealed)),
      remove: (name) => step('forgets what was locked', () => void vault.delete(name)),
    },
    lockOf: async () => LEGIBLE,
  }
}

const LEGIBLE: Lock = {
  close: async (own) => ({ iv: new Uint8Array(0), data: JSON.stringify(own) as unknown as ArrayBuffer }),
  open: async ({ data }) => JSON.parse(data as unknown as string),
}

/** A user's locked operations on a phone. */
export const lockedOf = (vault: ReadonlyMap<string, Sealed>, database: string): { opId: string }[] =>
  [...vault.values()].filter(({ of }) => of === database).flatMap(({ content }) => (content ? operationsIn(content) : []))

/** A user's locked photos on a phone. */
export const lockedPhotos = (vault: ReadonlyMap<string, Sealed>, database: string): { id: string }[] =>
  [...vault.values()]
    .filter(({ of }) => of === database)
    .flatMap(({ content }) => (content ? (JSON.parse(content.data as unknown as string) as { photos: { id: string }[] }).photos : []))

function operationsIn({ data }: Encrypted): { opId: string }[] {
  const { outbox, journal } = JSON.parse(data as unknown as string) as { outbox: { opId: string }[]; journal: { opId: string }[] }
  return [...outbox, ...journal]
}
