import { sql } from 'drizzle-orm'
import { type Db, rowsOf, SYSTEM_ROLE } from '../client.ts'
import { briefly } from './brief-locks.ts'
import type { PartitionedTable } from './partitioned-tables.ts'

/** Rows are entered while no transaction that deletes some is open, so that no entry outlives its row. */
const ENTRY_LOCK = 7_460_116

/** 35,000 sales: deletions wait for about half a second. */
const PAGES = 500

/**
 * A primary key of a partitioned table contains the time, so it does not make an id unique. This table does: each inserted row enters its id
 * in a trigger, and is left out if the id exists. Requests have no access to it. Entries outlive archived rows, so that a device that sends
 * one of them again does not count twice.
 */
export async function enterIds(owner: Db, { name, idsOnce = 'id', by }: PartitionedTable): Promise<void> {
  await briefly(owner, async (tx) => {
    await tx.execute(
      sql.raw(`
      create table partitions.${name}_ids (company_id integer, ${idsOnce} uuid, ${by} timestamp (3) with time zone not null,
        primary key (company_id, ${idsOnce}));
      grant usage on schema partitions to ${SYSTEM_ROLE};
      grant select, insert, update, delete on partitions.${name}_ids to ${SYSTEM_ROLE};
      create function partitions.enter_${name}() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
        begin
          insert into partitions.${name}_ids values (new.company_id, new.${idsOnce}, new.${by}) on conflict do nothing;
          return case when found then new end;
        end $$;
      create function partitions.leave_${name}() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
        begin
          if current_setting('partitions.moving', true) = 'on' then return old; end if;
          perform pg_advisory_xact_lock_shared(${ENTRY_LOCK});
          delete from partitions.${name}_ids i where i.company_id = old.company_id and i.${idsOnce} = old.${idsOnce};
          return old;
        end $$`),
    )
    for (const statement of triggers(name)) await tx.execute(sql.raw(statement))
  })
}

/** The triggers of a table, which its partitions inherit. */
export const triggers = (name: string): string[] => [
  `create trigger enter_id before insert on ${name} for each row execute function partitions.enter_${name}()`,
  `create trigger leave_id before delete on ${name} for each row execute function partitions.leave_${name}()`,
]

export async function hasIds(db: Db, { name }: PartitionedTable): Promise<boolean> {
  const [found] = await rowsOf<{ oid: string | null }>(db, sql`select to_regclass(${`partitions.${name}_ids`})::text as oid`)
  return found?.oid !== null
}

/**
 * Enters the ids of the next pages of a table. The trigger enters those of new rows, and no row is updated, so the pages that existed
 * before are all. Returns whether more follow.
 */
export async function enterNextPages(owner: Db, { name, idsOnce = 'id', by }: PartitionedTable): Promise<boolean> {
  return briefly(owner, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ENTRY_LOCK})`)
    const [progress] = await rowsOf<{ next: number; pages: number }>(
      tx,
      sql`select next_page::float8 as next, (pg_relation_size(name::regclass) / current_setting('block_size')::int)::float8 as pages
        from partitions.progress where name = ${name}`,
    )
    if (!progress) throw new Error(`there is no progress of ${name}`)
    const until = Math.min(progress.next + PAGES, progress.pages)
    // The owner is subject to row-level security, which this role passes.
    await tx.execute(sql`select set_config('role', ${SYSTEM_ROLE}, true)`)
    // A row that is sent again before its entry enters the time of the attempt, which is not stored.
    await tx.execute(
      sql.raw(`insert into partitions.${name}_ids select t.company_id, t.${idsOnce}, t.${by} from ${name} t
        where t.ctid >= '(${progress.next},0)' and t.ctid < '(${until},0)'
        on conflict (company_id, ${idsOnce}) do update set ${by} = excluded.${by} where ${name}_ids.${by} <> excluded.${by}`),
    )
    await tx.execute(sql`reset role`)
    await tx.execute(sql`update partitions.progress set next_page = ${until} where name = ${name}`)
    return until < progress.pages
  })
}

/** How many rows of a table have no entry. */
export async function rowsWithoutId(db: Db, { name, idsOnce = 'id' }: PartitionedTable): Promise<number> {
  const [row] = await rowsOf<{ rows: number }>(
    db,
    sql.raw(`select count(*)::float8 as rows from ${name} t
      where not exists (select from partitions.${name}_ids i where i.company_id = t.company_id and i.${idsOnce} = t.${idsOnce})`),
  )
  return row?.rows ?? 0
}
