import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { kindOf, MAX_FACTS, STATE_WORDS, type WebhookKind } from '#domain/webhooks.ts'
import { isoOf, personName } from '../db/sql-fragments.ts'
import { movedBy } from '../db/stock-sums.ts'
import type { EventInput } from '../events/event-input.ts'
import { JOBS_CHANNEL } from '../jobs/jobs.store.ts'

/** Whether any webhook subscribes to these kinds; if not, no delivery is built. */
const isWanted = (company: CompanyId, kinds: readonly WebhookKind[]) =>
  sql`exists (select from webhooks w where w.company_id = ${company} and w.paused is null and w.kinds && ${`{${kinds.join(',')}}`}::text[])`

/** Part of a statement: inserts facts (`kind`, `fact` and their order `n`) in groups of up to a hundred, once per subscribed address. */
const handingOver = (company: CompanyId, facts: SQL, now: Moment) => sql`
      insert into webhook_deliveries (company_id, webhook_id, kind, facts, count, asked_at, next_try_at)
      select ${company}::int, w.id, b.kind, b.facts, b.count, ${toIso(now)}::timestamptz, ${toIso(now)}::timestamptz
      from webhooks w join (
        select f.kind, jsonb_agg(f.fact order by f.n) as facts, count(*) as count
        from (select g.*, (row_number() over (partition by g.kind order by g.n) - 1) / ${MAX_FACTS}::int as batch from (${facts}) g) f
        group by f.kind, f.batch) b on b.kind = any(w.kinds)
      where w.company_id = ${company} and w.paused is null
      returning pg_notify(${JOBS_CHANNEL}, '')`

/** Parts of the statement that publishes events: enqueues webhook deliveries in the transaction of the event itself. */
export function enqueueDeliveriesSql(company: CompanyId, events: readonly EventInput[], now: Moment): SQL {
  const facts = events.flatMap(({ activity, at, machineId, by = null, operation = null, fact, money, details = {} }, n) => {
    const {
      message = null,
      alertType = null,
      stockChangeType = null,
      issueType = null,
      purchase,
      undoes = null,
      round,
      date,
      visitFrom,
      serviceman,
      bag = null,
      collection = null,
    } = details
    const kind = kindOf({ activity, purchase })
    const fields = { message, code: alertType, type: activity === 'MACHINE_REFILLED' ? 'RESTOCK' : (issueType ?? stockChangeType) }
    const counted = activity === 'COLLECTION_COUNTED' ? { bag, collection, amount: money?.minor } : {}
    const id = fact ?? operation ?? randomUUID()
    return kind
      ? [
          {
            n,
            kind,
            id,
            at: toIso(at),
            machine: machineId,
            by,
            operation,
            undoes,
            state: STATE_WORDS[activity],
            purchase,
            round,
            date,
            started: visitFrom === undefined ? null : toIso(visitFrom),
            person: serviceman ?? by,
            ...counted,
            ...fields,
          },
        ]
      : []
  })
  if (facts.length === 0) return sql``
  const kinds = [...new Set(facts.map(({ kind }) => kind))]
  const moves = sql`f.kind in ('stock.changed', 'purchase.delivered')`
  return sql`,
    others as (${handingOver(
      company,
      sql`select f.n, f.kind, jsonb_strip_nulls(jsonb_build_object('id', f.id, 'at', f.at, 'recordedAt', ${toIso(now)}::text,
            'machine', case when m.id is not null then jsonb_build_object('id', m.id, 'name', m.name) end,
            'person', case when ${moves} or f.kind in ('collection.counted', 'round.published', 'visit.finished') then ${personName('u')} end, 'undoes', f.undoes, 'state', f.state,
            'code', case when f.kind like 'alert.%' then f.code end,
            'message', case when f.kind <> 'purchase.delivered' and f.kind <> 'stock.changed' then f.message end,
            'bag', f.bag, 'collection', f.collection, 'amountMinor', f.amount,
            'purchaseId', f.purchase, 'roundId', f.round, 'date', f.date, 'startedAt', f.started, 'invoiceNumber', case when f.purchase is not null then f.message end,
            'type', case when f.kind = 'issue.filed' then f.type when f.kind = 'stock.changed' then
              case when f.undoes is null then coalesce(f.type, o.payload->>'type', 'COUNT') else 'UNDO' end end))
          -- Added unfiltered, because the first count of a stock point contains nulls.
          || case when ${moves} then jsonb_build_object('changes', ${movedBy(sql`${company}::int`, sql`coalesce(f.undoes, f.operation)`)}) else '{}' end as fact
        from next cross join jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as f(n int, kind text, id text, at text, machine bigint, by int,
            operation uuid, undoes uuid, state text, code text, message text, type text, purchase bigint, bag text,
            collection uuid, amount bigint, round bigint, date text, started text, person int)
          left join machines m on m.company_id = ${company} and m.id = f.machine
          left join users u on u.company_id = ${company} and u.id = f.person
          left join operations o on o.company_id = ${company} and o.id = f.operation
        where ${isWanted(company, kinds)}`,
      now,
    )})`
}

type Till = { company: CompanyId; machine: MachineId; receivedAt: Moment }

/**
 * The same for sales, from the rows of `sales` in their own statement (`id`, `at`, `amount_minor`, `type`, `slot_number`, `product_id`).
 */
export const enqueueSaleDeliveriesSql = (
  kind: 'sale.recorded' | 'sale.withdrawn',
  { company, machine, receivedAt }: Till,
  sales: SQL,
): SQL => {
  const more =
    kind === 'sale.withdrawn'
      ? sql`'{}'::jsonb`
      : sql`jsonb_strip_nulls(jsonb_build_object('amountMinor', s.amount_minor, 'type', s.type, 'slotNumber', s.slot_number,
          'product', case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name) end))`
  return handingOver(
    company,
    sql`select row_number() over (order by s.at, s.id) as n, ${kind}::text as kind,
        jsonb_build_object('id', s.id, 'at', ${isoOf(sql`s.at`)}, 'recordedAt', ${toIso(receivedAt)}::text,
          'machine', jsonb_build_object('id', m.id, 'name', m.name)) || ${more} as fact
      from ${sales} s join machines m on m.company_id = ${company} and m.id = ${machine}
        left join products p on p.company_id = ${company} and p.id = s.product_id
      where ${isWanted(company, [kind])}`,
    receivedAt,
  )
}
