-- One restock of one slot in the statements of the server: permissions and row-level security, key, row lock, ledger and balance,
-- response, feed and live events. The numbers come from the command line; restock_points numbers the slots from 1.
\set number random(1, :points)
begin;
select set_config('role', 'roundsman_company', true), set_config('app.company', :company::text, true), set_config('lock_timeout', '8s', true);
with claimed as (
  insert into operations (company_id, id, call, machine_id, user_id, device_id, body_hash, occurred_at, effective_at, received_at, payload, status)
  select :company::int, gen_random_uuid(), 'restockSlots', n.machine_id, :person::int, 'pgbench', 'x', now(), now(), now(), '[{"quantity": 1}]', 'running'
  from restock_points n where n.number = :number
  on conflict (company_id, id) do nothing returning id, machine_id
)
select c.id as operation, m.id as machine, m.type, a.assigned_at, a.revoked_at from claimed c
  left join machines m on m.company_id = :company and m.id = c.machine_id
  left join assignments a on a.company_id = m.company_id and a.machine_id = m.id and a.user_id = :person \gset
select p.id as point, p.kind, p.product_id, p.slot_id, s.slot_number, p.max_quantity, p.balance, p.counted_at, p.counted_line,
    array(select v.operation_id::text from voids v where v.company_id = :company and v.operation_id = any(array[:operation]::uuid[])) as undone
  from stock_points p left join slots s on s.company_id = p.company_id and s.id = p.slot_id
  where p.company_id = :company and p.machine_id = :machine and p.kind in ('SLOT', 'CANISTER')
    and p.id = (select n.id from restock_points n where n.number = :number)
  order by p.id for update of p \gset
with written as (
  insert into movements (company_id, stock_point_id, effective_at, operation_id, line, kind, cause, quantity, voided)
  values (:company::int, :point::bigint, now(), :operation::uuid, 0, 'delta', 'RESTOCK', 1000, false)
),
refilled as (
  update machines m set last_refill = greatest(m.last_refill, now()) where m.company_id = :company and m.id = :machine
)
update stock_points p set balance = :balance::bigint + 1000 where p.company_id = :company and p.id = :point;
with next as (update companies set feed_seq = feed_seq + 1, event_seq = event_seq + 1 where id = :company returning feed_seq, event_seq),
told as (
  insert into feed (company_id, kind, entity_id, user_id, seq, removed, changed_at)
  select :company::int, c.kind, :machine::bigint, 0, next.feed_seq, false, now() from next, (values ('inventory'), ('machine')) as c(kind)
  on conflict (company_id, kind, entity_id, user_id) do update
    set seq = excluded.seq, removed = excluded.removed, changed_at = excluded.changed_at
),
heard as (
  insert into live_events (company_id, seq, at, machine_id, event)
  select :company::int, next.event_seq, now(), :machine::bigint, '{"name": "on-event", "data": {"activity": "MACHINE_REFILLED"}}' from next
  returning pg_notify('live', company_id::text)
)
update operations o set status = 'applied', answer = '{"warnings": []}', feed_seq = (select feed_seq from next)
  where o.company_id = :company and o.id = :operation::uuid;
commit;
