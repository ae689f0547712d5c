import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { type Db, rowsOf } from '../../server/db/client.ts'
import { machineStockByFeed } from '../../server/ledger/machine-stock.ts'
import type { TestContext } from './test-context.ts'

/** The changes of what `cachedByFeed` keeps, by table and operation. */
const WATCHED: readonly { table: string; on: string; row: 'new' | 'old'; machine: string; when: string }[] = [
  { table: 'stock_points', on: 'insert', row: 'new', machine: 'machine_id', when: "new.kind in ('SLOT', 'CANISTER')" },
  {
    table: 'stock_points',
    on: 'update',
    row: 'new',
    machine: 'machine_id',
    when: `new.kind in ('SLOT', 'CANISTER') and (new.product_id, new.max_quantity, new.balance, new.removed_at is null)
      is distinct from (old.product_id, old.max_quantity, old.balance, old.removed_at is null)`,
  },
  { table: 'stock_points', on: 'delete', row: 'old', machine: 'machine_id', when: "old.kind in ('SLOT', 'CANISTER')" },
  {
    table: 'slots',
    on: 'update',
    row: 'new',
    machine: 'machine_id',
    when: 'new.vend_price_minor is distinct from old.vend_price_minor',
  },
  {
    table: 'machines',
    on: 'update',
    row: 'new',
    machine: 'id',
    when: '(new.deactivated_at is null) is distinct from (old.deactivated_at is null)',
  },
]

/** Machines are deleted only with all data of a sample company, whose feed begins again. */
const triggerOf = ({ table, on, row, machine, when }: (typeof WATCHED)[number]) => `
  create function watched.${table}_${on}() returns trigger language plpgsql security definer as $watch$ begin
    insert into watched.unpublished select m.company_id, m.id, '${on} ${table}' from public.machines m
      where m.company_id = ${row}.company_id and m.id = ${row}.${machine} and not exists (
        select from public.feed f where f.company_id = m.company_id and f.entity_id = m.id
          and f.kind in ('machine', 'slots', 'inventory') and f.xmin = pg_current_xact_id()::xid);
    return null;
  end $watch$;
  create constraint trigger watched_${on} after ${on} on public.${table} deferrable initially deferred for each row
    when (${when}) execute function watched.${table}_${on}();`

/**
 * From now on every transaction is checked at its commit: a change of the stock in machines has to be in the feed of the same transaction,
 * because processes keep sums of it and read again only what the feed lists.
 */
export async function watchStock({ database }: TestContext): Promise<void> {
  await database.owner.execute(
    together([
      'create schema watched;',
      'create table watched.unpublished (company_id int, machine_id bigint, what text);',
      ...WATCHED.map(triggerOf),
    ]),
  )
}

/** Ends it. Fails if a change was not in the feed, or if the kept sums of a company differ from a complete read. */
export async function checkWatchedStock(ctx: TestContext, companies: readonly CompanyId[]): Promise<void> {
  const { owner } = ctx.database
  const changes = await rowsOf<{ what: string }>(
    owner,
    sql`select distinct what || ' of machine ' || machine_id || ' of company ' || company_id as what from watched.unpublished order by 1`,
  )
  await owner.execute(sql`drop schema watched cascade`)
  if (changes.length > 0)
    throw new Error(
      `These changes of stock were committed without a row of their machine in the feed: ${changes.map(({ what }) => what).join(', ')}`,
    )
  for (const company of companies) {
    const [kept, complete] = await ctx.database.withTenant(
      company,
      async (db) => [await sumsOf(db, company, ctx.machineStock), await sumsOf(db, company, machineStockByFeed())],
      { snapshot: true },
    )
    if (kept !== complete) throw new Error(`The kept stock of company ${company} is ${kept}, a complete read ${complete}`)
  }

  async function sumsOf(db: Db, company: CompanyId, read: TestContext['machineStock']): Promise<string> {
    return JSON.stringify([...(await read(db, company, ctx.now()))].toSorted(([one], [other]) => one - other))
  }
}

/** One statement, because the embedded database runs no other. */
const together = (statements: readonly string[]): SQL => sql.raw(`do $all$ begin ${statements.join('\n')} end $all$`)
