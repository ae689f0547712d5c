import { randomUUID } from 'node:crypto'
import { DAY, type Moment } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { passes, passMovements } from '../db/schema/passes.ts'
import { Chance } from './chance.ts'
import { amountOf } from './currencies.ts'
import type { Ground } from './ground.ts'
import { insertMany } from './insert-many.ts'
import type { DemoCompany } from './people.ts'

const NAMES: Record<DemoCompany['country'], { first: readonly string[]; last: readonly string[] }> = {
  DE: {
    first: ['Anna', 'Jürgen', 'Lena', 'Mehmet', 'Sophie', 'Tobias', 'Ingrid', 'Luca'],
    last: ['Albrecht', 'Böhm', 'Çelik', 'Döring', 'Fuchs', 'Groß', 'Keller', 'Schäfer'],
  },
  PL: {
    first: ['Agnieszka', 'Łukasz', 'Zofia', 'Paweł', 'Maja', 'Krzysztof', 'Ewa', 'Jan'],
    last: ['Wójcik', 'Zając', 'Król', 'Pawlak', 'Wróbel', 'Sikora', 'Baran', 'Lis'],
  },
}

const CARDS = 36

type Story = { demo: DemoCompany; since: Moment; user: number }

/** Prepaid cards of the customers' employees: each has an initial credit, and most are topped up every month. */
export async function writePasses(db: Db, { company, money, seed, now }: Ground, { demo, since, user }: Story): Promise<void> {
  const chance = new Chance(`${seed}/${demo.key}/passes`)
  const { first, last } = NAMES[demo.country]
  const months = [60, 30].map((days) => ({ at: now - days * DAY, operation: randomUUID() }))
  const cards = Array.from({ length: CARDS }, (_, index) => {
    const begin = amountOf(Math.round(chance.between(0, 40)), money)
    const recurring = index % 4 === 0 ? 0 : amountOf(5 * Math.round(chance.between(1, 5)), money)
    const movements = [
      { amountMinor: begin, cause: 'OPENED' as const, operationId: randomUUID(), at: since + index * 60_000 },
      ...months.map(({ at, operation }) => ({ amountMinor: recurring, cause: 'RECURRING' as const, operationId: operation, at })),
    ].filter(({ amountMinor }) => amountMinor > 0)
    return {
      cardIdentifier: String(4_000_117 + index * 7_919).padStart(10, '0'),
      holderName: `${first[index % first.length]} ${last[(index * 3 + Math.floor(index / 8)) % last.length]}`,
      recurringMinor: recurring,
      movements,
    }
  })
  const written = await db
    .insert(passes)
    .values(
      cards.map(({ movements, ...card }, index) => ({
        companyId: company,
        ...card,
        balanceMinor: movements.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
        isActive: index % 12 !== 11,
        createdAt: since + index * 60_000,
      })),
    )
    .returning({ id: passes.id, cardIdentifier: passes.cardIdentifier })
  const ids = new Map(written.map(({ id, cardIdentifier }) => [cardIdentifier, id]))
  await insertMany(
    db,
    passMovements,
    cards.flatMap(({ cardIdentifier, movements }) =>
      movements.map((movement) => ({ companyId: company, passId: ids.get(cardIdentifier) ?? 0, userId: user, ...movement })),
    ),
  )
}
