import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Pass } from '#contract/passes.ts'
import type { CompanyId, OperationId, UserId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import type { PassCause } from '#domain/passes.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { passes } from '../../db/schema/passes.ts'
import { isFoundIn } from '../../db/search.ts'
import { inNameOrder, millis } from '../../db/sql-fragments.ts'

/** A stored card with money in minor units. */
export type Card = {
  id: number
  cardIdentifier: string
  holderName: string
  balance: number
  recurring: number
  isActive: boolean
  createdAt: Moment
}

/** One operation on credit. All its movements share its id, time and user. */
export type PassOperation = { operation: OperationId; user: UserId; at: Moment; cause: PassCause }

const { id, cardIdentifier, holderName, balanceMinor, recurringMinor, isActive, createdAt } = passes
const CARD = { id, cardIdentifier, holderName, balance: balanceMinor, recurring: recurringMinor, isActive, createdAt }

const isPass = (company: CompanyId, pass: number) => and(eq(passes.companyId, company), eq(passes.id, pass))
const inUse = (company: CompanyId) => and(eq(passes.companyId, company), isNull(passes.deletedAt))

export const passOf = ({ balance, recurring, createdAt, id: _, ...card }: Card, currency: string): Pass => ({
  ...card,
  creditAmount: toDecimal(balance, currency),
  recurringCreditAmount: toDecimal(recurring, currency),
  created: toIso(createdAt),
})

export async function findPasses(db: Db, company: CompanyId, { query, page, size }: { query: string; page: number; size: number }) {
  const isFound = and(inUse(company), isFoundIn(query, sql`${cardIdentifier}`, sql`${holderName}`))
  const [counted] = await db.select({ total: count() }).from(passes).where(isFound)
  const items = await db
    .select(CARD)
    .from(passes)
    .where(isFound)
    .orderBy(inNameOrder(sql`${holderName}`), id)
    .limit(size)
    .offset(page * size)
  return { items, total: counted?.total ?? 0 }
}

const byCard = (db: Db, company: CompanyId, card: string) =>
  db
    .select(CARD)
    .from(passes)
    .where(and(inUse(company), eq(cardIdentifier, card)))

export async function findPass(db: Db, company: CompanyId, card: string): Promise<Card | null> {
  const [row] = await byCard(db, company, card)
  return row ?? null
}

/** A card, locked until the transaction ends so that its credit cannot change. */
export async function lockPass(db: Db, company: CompanyId, card: string): Promise<Card | null> {
  const [row] = await byCard(db, company, card).for('update')
  return row ?? null
}

/** The existing ones of these cards, locked until the transaction ends, in a fixed order to avoid deadlocks. */
export async function lockPasses(db: Db, company: CompanyId, cards: readonly string[]): Promise<ReadonlyMap<string, Card>> {
  const rows = await db
    .select(CARD)
    .from(passes)
    .where(and(inUse(company), inArray(cardIdentifier, sql`(select jsonb_array_elements_text(${JSON.stringify(cards)}::jsonb))`)))
    .orderBy(id)
    .for('update')
  return new Map(rows.map((card) => [card.cardIdentifier, card]))
}

export type NewCard = Pick<Card, 'cardIdentifier' | 'holderName' | 'balance' | 'recurring' | 'isActive'>

/** Creates cards, each with a movement for its initial credit. Returns fewer if another request created one meanwhile. */
export async function insertPasses(db: Db, company: CompanyId, cards: readonly NewCard[], operation: PassOperation): Promise<Card[]> {
  const inserted = await rowsOf<Card>(
    db,
    sql`insert into passes as p (company_id, card_identifier, holder_name, balance_minor, recurring_minor, is_active, created_at)
      select ${company}::int, c."cardIdentifier", c."holderName", c.balance, c.recurring, c."isActive", ${toIso(operation.at)}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(cards)}::jsonb)
        as c("cardIdentifier" text, "holderName" text, balance bigint, recurring bigint, "isActive" boolean)
      on conflict (company_id, card_identifier) where deleted_at is null do nothing
      returning p.id::float8 as id, p.card_identifier as "cardIdentifier", p.holder_name as "holderName", p.balance_minor::float8 as balance,
        p.recurring_minor::float8 as recurring, p.is_active as "isActive", ${millis(sql`p.created_at`)} as "createdAt"`,
  )
  await insertMovements(
    db,
    company,
    inserted.flatMap(({ id, balance }) => (balance === 0 ? [] : [{ id, amount: balance }])),
    operation,
  )
  return inserted
}

type Movement = { id: number; amount: number }

const insertMovements = (db: Db, company: CompanyId, movements: readonly Movement[], { operation, user, at, cause }: PassOperation) =>
  movements.length === 0
    ? null
    : db.execute(sql`
        insert into pass_movements (company_id, pass_id, amount_minor, cause, operation_id, user_id, at)
        select ${company}::int, m.id, m.amount, ${cause}, ${operation}::uuid, ${user}::int, ${toIso(at)}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(movements)}::jsonb) as m(id bigint, amount bigint)`)

/** Moves credit of locked cards: inserts the movement and updates the balance atomically. */
export async function moveCredit(db: Db, company: CompanyId, movements: readonly Movement[], operation: PassOperation): Promise<void> {
  await insertMovements(db, company, movements, operation)
  await db.execute(sql`
    update passes p set balance_minor = p.balance_minor + m.amount
    from jsonb_to_recordset(${JSON.stringify(movements)}::jsonb) as m(id bigint, amount bigint)
    where p.company_id = ${company} and p.id = m.id`)
}

export const writePass = (db: Db, company: CompanyId, card: Pick<Card, 'id' | 'holderName' | 'recurring' | 'isActive'>) =>
  db
    .update(passes)
    .set({ holderName: card.holderName, recurringMinor: card.recurring, isActive: card.isActive })
    .where(isPass(company, card.id))

/** Updates locked cards from a file, without their credit. */
export const writePasses = (db: Db, company: CompanyId, cards: readonly Pick<Card, 'id' | 'holderName' | 'recurring' | 'isActive'>[]) =>
  db.execute(sql`
    update passes p set holder_name = c."holderName", recurring_minor = c.recurring, is_active = c."isActive"
    from jsonb_to_recordset(${JSON.stringify(cards)}::jsonb) as c(id bigint, "holderName" text, recurring bigint, "isActive" boolean)
    where p.company_id = ${company} and p.id = c.id`)

export const unassignPass = (db: Db, company: CompanyId, pass: number, at: Moment) =>
  db.update(passes).set({ deletedAt: at }).where(isPass(company, pass))

/** Every active card, locked until the transaction ends, in a fixed order to avoid deadlocks. */
export const lockActive = (db: Db, company: CompanyId): Promise<Card[]> =>
  db
    .select(CARD)
    .from(passes)
    .where(and(inUse(company), isActive))
    .orderBy(id)
    .for('update')
