import { sql } from 'drizzle-orm'
import { type Db, SYSTEM_ROLE, TENANT_ROLE } from './client.ts'

/**
 * Enables row-level security on every table with a company, and sets the privileges of the two request roles. It runs after every
 * migration, so that no new table is missed.
 */
export async function enableRowLevelSecurity(db: Db): Promise<void> {
  await db.execute(
    sql.raw(`
do $$
declare
  relation record;
  role_name text;
begin
  foreach role_name in array array['${TENANT_ROLE}', '${SYSTEM_ROLE}'] loop
    -- Roles are shared by the cluster, so another database may be creating them concurrently.
    begin
      if not exists (select from pg_roles where rolname = role_name) then execute format('create role %I nologin', role_name); end if;
    exception when duplicate_object or unique_violation then null;
    end;
    begin
      if not pg_has_role(current_user, role_name, 'member') then execute format('grant %I to %I', role_name, current_user); end if;
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
  grant usage on schema public to ${TENANT_ROLE}, ${SYSTEM_ROLE};
  for relation in
    select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped) as by_company
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  loop
    execute format('grant select, insert, update, delete on %I to ${SYSTEM_ROLE}', relation.relname);
    -- Altering a table blocks a running server and waits for it, so tables are altered only if necessary.
    if not relation.relrowsecurity then execute format('alter table %I enable row level security', relation.relname); end if;
    if not relation.relforcerowsecurity then execute format('alter table %I force row level security', relation.relname); end if;
    if not exists (select from pg_policy where polrelid = relation.oid and polname = 'house') then
      execute format('create policy house on %I to ${SYSTEM_ROLE} using (true) with check (true)', relation.relname);
    end if;
    if relation.by_company or relation.relname = 'companies' then
      execute format('grant select, insert, update, delete on %I to ${TENANT_ROLE}', relation.relname);
      if not exists (select from pg_policy where polrelid = relation.oid and polname = 'company') then
        execute format('create policy company on %1$I to ${TENANT_ROLE} using (%2$I = nullif(current_setting(''app.company'', true), '''')::int) with check (%2$I = nullif(current_setting(''app.company'', true), '''')::int)',
          relation.relname, case when relation.relname = 'companies' then 'id' else 'company_id' end);
      end if;
    end if;
  end loop;
  revoke insert, delete on companies from ${TENANT_ROLE};
  revoke update, delete on audit_entries, closed_sales, closed_files from ${TENANT_ROLE}, ${SYSTEM_ROLE};
  if not exists (select from pg_policy where polrelid = 'installation'::regclass and polname = 'readable') then
    create policy readable on installation for select to ${TENANT_ROLE} using (true);
  end if;
  grant select on installation to ${TENANT_ROLE};
end
$$`),
  )
}
