import { type SQL, sql } from 'drizzle-orm'
import type { Pass } from '#contract/passes.ts'
import type { CompanyId, OperationId, UserId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import type { PassCause } from '#domain/passes.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { isFoundIn } from '../../db/search.ts'

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
export type Deed = { operation: OperationId; user: UserId; at: Moment; cause: PassCause }

const CARD = sql`p.id::float8 as id, p.card_identifier as "cardIdentifier", p.holder_name as "holderName", p.balance_minor::float8 as balance,
  p.recurring_minor::float8 as recurring, p.is_active as "isActive", (extract(epoch from p.created_at) * 1000)::float8 as "createdAt"`

export const passOf = ({ balance, recurring, createdAt, id: _, ...card }: Card, currency: string): Pass => ({
  ...card,
  creditAmount: toDecimal(balance, currency),
  recurringCreditAmount: toDecimal(recurring, currency),
  created: toIso(createdAt),
})

const found = (company: CompanyId, query: string): SQL => {
  return sql`from passes p where p.company_id = ${company} and p.deleted_at is null
    and ${isFoundIn(query, sql`p.card_identifier`, sql`p.holder_name`)}`
}

export async function findPasses(db: Db, company: CompanyId, { query, page, size }: { query: string; page: number; size: number }) {
  const [counted] = await rowsOf<{ total: number }>(db, sql`select count(*)::int as total ${found(company, query)}`)
  const items = await rowsOf<Card>(
    db,
    sql`select ${CARD} ${found(company, query)} order by lower(p.holder_name), p.id limit ${size} offset ${page * size}`,
  )
  return { items, total: counted?.total ?? 0 }
}

const one = (company: CompanyId, card: string) =>
  sql`select ${CARD} from passes p where p.company_id = ${company} and p.card_identifier = ${card} and p.deleted_at is null`

export async function findPass(db: Db, company: CompanyId, card: string): Promise<Card | null> {
  const [row] = await rowsOf<Card>(db, one(company, card))
  return row ?? null
}

/** A card, locked until the transaction ends so that its credit cannot change. */
export async function lockPass(db: Db, company: CompanyId, card: string): Promise<Card | null> {
  const [row] = await rowsOf<Card>(db, sql`${one(company, card)} for update`)
  return row ?? null
}

/** The existing ones of these cards, locked until the transaction ends, in a fixed order to avoid deadlocks. */
export async function lockPasses(db: Db, company: CompanyId, cards: readonly string[]): Promise<ReadonlyMap<string, Card>> {
  const rows = await rowsOf<Card>(
    db,
    sql`select ${CARD} from passes p
      where p.company_id = ${company} and p.deleted_at is null
        and p.card_identifier in (select jsonb_array_elements_text(${JSON.stringify(cards)}::jsonb))
      order by p.id for update`,
  )
  return new Map(rows.map((card) => [card.cardIdentifier, card]))
}

export type NewCard = Pick<Card, 'cardIdentifier' | 'holderName' | 'balance' | 'recurring' | 'isActive'>

/** Creates cards, each with a movement for its initial credit. Returns fewer if another request created one meanwhile. */
export async function insertPasses(db: Db, company: CompanyId, cards: readonly NewCard[], operation: Deed): Promise<Card[]> {
  const inserted = await rowsOf<Card>(
    db,
    sql`insert into passes as p (company_id, card_identifier, holder_name, balance_minor, recurring_minor, is_active, created_at)
      select ${company}::int, c."cardIdentifier", c."holderName", c.balance, c.recurring, c."isActive", ${toIso(operation.at)}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(cards)}::jsonb)
        as c("cardIdentifier" text, "holderName" text, balance bigint, recurring bigint, "isActive" boolean)
      on conflict (company_id, card_identifier) where deleted_at is null do nothing
      returning ${CARD}`,
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

const insertMovements = (db: Db, company: CompanyId, movements: readonly Movement[], { operation, user, at, cause }: Deed) =>
  movements.length === 0
    ? null
    : db.execute(sql`
        insert into pass_movements (company_id, pass_id, amount_minor, cause, operation_id, user_id, at)
        select ${company}::int, m.id, m.amount, ${cause}, ${operation}::uuid, ${user}::int, ${toIso(at)}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(movements)}::jsonb) as m(id bigint, amount bigint)`)

/** Moves credit of locked cards: inserts the movement and updates the balance atomically. */
export async function moveCredit(db: Db, company: CompanyId, movements: readonly Movement[], operation: Deed): Promise<void> {
  await insertMovements(db, company, movements, operation)
  await db.execute(sql`
    update passes p set balance_minor = p.balance_minor + m.amount
    from jsonb_to_recordset(${JSON.stringify(movements)}::jsonb) as m(id bigint, amount bigint)
    where p.company_id = ${company} and p.id = m.id`)
}

export const writePass = (
  db: Db,
  company: CompanyId,
  { id, holderName, recurring, isActive }: Pick<Card, 'id' | 'holderName' | 'recurring' | 'isActive'>,
) =>
  db.execute(sql`
    update passes p set holder_name = ${holderName}, recurring_minor = ${recurring}, is_active = ${isActive}
    where p.company_id = ${company} and p.id = ${id}`)

/** Updates locked cards from a file, without their credit. */
export const writePasses = (db: Db, company: CompanyId, cards: readonly Pick<Card, 'id' | 'holderName' | 'recurring' | 'isActive'>[]) =>
  db.execute(sql`
    update passes p set holder_name = c."holderName", recurring_minor = c.recurring, is_active = c."isActive"
    from jsonb_to_recordset(${JSON.stringify(cards)}::jsonb) as c(id bigint, "holderName" text, recurring bigint, "isActive" boolean)
    where p.company_id = ${company} and p.id = c.id`)

export const takeBackPass = (db: Db, company: CompanyId, id: number, at: Moment) =>
  db.execute(sql`update passes p set deleted_at = ${toIso(at)}::timestamptz where p.company_id = ${company} and p.id = ${id}`)

/** Every active card, locked until the transaction ends, in a fixed order to avoid deadlocks. */
export const lockActive = (db: Db, company: CompanyId): Promise<Card[]> =>
  rowsOf<Card>(
    db,
    sql`select ${CARD} from passes p where p.company_id = ${company} and p.deleted_at is null and p.is_active order by p.id for update`,
  )
