import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { giverKey } from '../../server/features/vans/hand-overs.store.ts'
import { signedAddress } from '../../server/files/signed-files.ts'
import { rebuildDailySales } from '../../server/self-check/daily-sales.store.ts'
import { aMachine, aProduct, assign, inWarehouse, type StandingMachine, unassign } from '../support/fleet.ts'
import { aUser, type TestContext } from '../support/test-context.ts'
import { loginOf, OURS, PASSWORD, THEIRS } from './people.ts'
import {
  aCountedBag,
  aListener,
  aMarket,
  anIssue,
  aReview,
  COST,
  commandAt,
  ENDERS,
  idOf,
  type Listener,
  reportedIssue,
  someCards,
  someRounds,
  someTemplates,
  someVans,
  textsOf,
  toEnd,
} from './test-values.ts'

/** Contained in every text of the machines assigned to our serviceman, and of those assigned to the rival's. */
export const GIVEN = 'robin'
export const ELSEWHERE = 'wagtail'

/** The ids and names of objects in requests. */
export type Facts = {
  companyId: number
  userId: number
  machine: number
  token: string
  slotId: number
  /** The product in that slot, and another one that fits there. */
  inSlot: number
  otherProduct: number
  /** The assignment of the product to that slot; an edit ends it. */
  edited: number
  /** Another slot's product assignment, and the product. */
  point: number
  productId: number
  coffeeMachine: number
  canister: number
  ingredient: number
  /** The review item there. */
  review: number
  /** An operation on that machine. */
  operation: string
  file: string
  /** The device in that machine, and a command for it. */
  imei: string
  deviceId: number
  command: string
  /** A device that is in no machine, so that a test can delete one without affecting the other. */
  spare: string
  /** The company's live channel. */
  channel: string
  /** A group of machines, and others to delete. */
  group: number
  ending: Readonly<Record<string, number>>
  /** The company's supplier, a purchase that is on order, and others to delete. */
  supplier: number
  purchase: number
  order: number
  endingSupplier: Readonly<Record<string, number>>
  endingPurchase: Readonly<Record<string, number>>
  /** A template of planograms, and others to delete. */
  template: number
  collection: string
  count: string
  endingTemplate: Readonly<Record<string, number>>
  /** A published round with two stops, and others to delete. */
  round: number
  endingRound: Readonly<Record<string, number>>
  stop: number
  moved: number
  /** The van of the employee and its key, and the van of another one. */
  van: number
  otherVan: number
  vanKey: string
  /** An employee's card, and others to revoke. */
  card: string
  endingCard: Readonly<Record<string, string>>
  /** A customer's report, and a manager's notification. */
  issue: string
  notification: number
  /** A hot drink by its article number, and slots to delete. */
  sku: string
  endingSlots: Readonly<Record<string, number>>
  /** An employee without any of these machines, and a machine to deactivate. */
  helper: number
  retired: number
}

/** The same text gives the same operation id. */
/** Ids of no object. */
export const NOTHING: Partial<Facts> = {
  companyId: 999_999_999,
  userId: 999_999_999,
  machine: 999_999_999,
  token: 'nothing',
  slotId: 999_999_999,
  inSlot: 999_999_999,
  otherProduct: 999_999_999,
  edited: 999_999_999,
  point: 999_999_999,
  productId: 999_999_999,
  coffeeMachine: 999_999_999,
  canister: 999_999_999,
  ingredient: 999_999_999,
  review: 999_999_999,
  operation: idOf('never done'),
  imei: '999999999999999',
  deviceId: 999_999_999,
  command: idOf('never asked'),
  spare: '999999999999998',
  channel: idOf('no channel'),
  group: 999_999_999,
  ending: {},
  supplier: 999_999_999,
  purchase: 999_999_999,
  order: 999_999_999,
  endingSupplier: {},
  endingPurchase: {},
  template: 999_999_999,
  collection: idOf('no collection'),
  count: idOf('no count'),
  endingTemplate: {},
  round: 999_999_999,
  endingRound: {},
  stop: 999_999_999,
  moved: 999_999_999,
  van: 999_999_999,
  otherVan: 999_999_998,
  vanKey: 'no key',
  card: 'no card',
  endingCard: {},
  issue: idOf('no issue'),
  notification: 999_999_999,
  sku: 'nothing',
  endingSlots: {},
  helper: 999_999_999,
  retired: 999_999_999,
}

type Things = {
  ctx: TestContext
  ours: CompanyId
  theirs: CompanyId
  fleet: Fleet
  alone: Awaited<ReturnType<typeof onlyOurs>>
  employee: number
}

/** The facts of each company about its own objects, of objects that only ours has, and of no object. */
export function factsAbout({ ctx, ours, theirs, fleet, alone, employee }: Things) {
  const factsOf = (company: CompanyId, pair: Pair, beans = fleet.beans): Facts => {
    const { snack: machine, coffee, device, review } = pair
    const { rounds, vans } = fleet
    const named = (text: string) => (company === ours ? text : text.replace(OURS, THEIRS))
    return {
      companyId: company,
      userId: employee,
      machine: machine.id,
      token: company === ours ? machine.token : machine.token.replace(OURS, THEIRS),
      slotId: machine.slot('12').slotId,
      inSlot: fleet.crisps,
      otherProduct: fleet.cola,
      edited: machine.slot('12').point,
      point: machine.slot('11').point,
      productId: fleet.cola,
      coffeeMachine: coffee.id,
      canister: coffee.canister(beans),
      ingredient: beans,
      review,
      operation: idOf(`done at ${machine.id}`),
      imei: device.imei,
      deviceId: device.id,
      command: commandAt(machine.id),
      spare: device.spare,
      group: fleet.group,
      ending: fleet.ending,
      supplier: fleet.supplier,
      purchase: fleet.purchase,
      order: fleet.order,
      endingSupplier: fleet.endingSupplier,
      endingPurchase: fleet.endingPurchase,
      template: fleet.template,
      collection: fleet.collection,
      count: fleet.count,
      endingTemplate: fleet.endingTemplate,
      round: rounds.round,
      endingRound: rounds.endingRound,
      stop: rounds.stop,
      moved: rounds.moved,
      van: vans.van,
      otherVan: vans.otherVan,
      vanKey: giverKey(ctx, company, vans.van, vans.vanDriver),
      card: named(fleet.card),
      endingCard: Object.fromEntries(Object.entries(fleet.endingCard).map(([who, card]) => [who, named(card)])),
      issue: fleet.issue,
      notification: fleet.notification,
      sku: company === ours ? fleet.sku : fleet.sku.replace(OURS, THEIRS),
      endingSlots: Object.fromEntries(ENDERS.map((who, index) => [who, machine.slot(String(91 + index)).slotId])),
      helper: fleet.helper,
      retired: fleet.retired,
      channel: idOf(company === ours ? 'our channel' : 'their channel'),
      // One sheet lists slots, the other canisters.
      file: signedAddress(
        ctx,
        { userId: fleet.filer, sessionId: idOf('asks for files') },
        {
          purpose: 'slots-export',
          company,
          machine: machine === fleet.elsewhere.snack ? coffee.id : machine.id,
          locale: 'en',
        },
      ).replace('/api/files/', ''),
    }
  }
  const of = { ours, theirs }
  const whose = (company: 'ours' | 'theirs') => ({
    assigned: factsOf(of[company], fleet.assigned),
    elsewhere: factsOf(of[company], fleet.elsewhere),
    former: factsOf(of[company], fleet.former),
    outOfService: factsOf(of[company], fleet.outOfService),
  })
  return {
    ours: whose('ours'),
    theirs: whose('theirs'),
    /** Objects that the rival does not have, not even under the same id. */
    alone: { ...factsOf(ours, alone.pair, alone.beans), ...alone.facts },
    nothing: { ...factsOf(theirs, fleet.assigned), ...NOTHING },
  }
}

/** A snack machine and a coffee machine at one site. */
type Pair = { snack: StandingMachine; coffee: StandingMachine; device: Listener; review: number }

type Fleet = Awaited<ReturnType<typeof aFleet>>

export async function aFleet(ctx: TestContext, company: CompanyId, employee: number, manager: number) {
  // This user only requests files of signed URLs, so that other tests do not end its sessions.
  const names = { login: `${OURS}_filer`, email: `filer@${OURS}.example`, firstName: OURS, lastName: OURS, phoneNumber: OURS }
  const filer = (await aUser(ctx, { id: company }, { companyRole: 'ROLE_MANAGER', ...names })).id
  const cola = await aProduct(ctx, company, { name: `${OURS} cola`, sku: `${OURS}-cola`, lastCost: COST })
  const crisps = await aProduct(ctx, company, { name: `${OURS} crisps`, sku: `${OURS}-crisps`, lastCost: COST })
  const beans = await aProduct(ctx, company, { name: `${OURS} beans`, sku: `${OURS}-beans`, packaging: 'INGREDIENT', lastCost: COST })
  const latte = await aProduct(ctx, company, { name: `${OURS} latte`, sku: `${OURS}-latte`, packaging: 'COFFEE', lastCost: COST })
  const mocha = await aProduct(ctx, company, { name: `${OURS} mocha`, sku: `${OURS}-mocha`, packaging: 'COFFEE', lastCost: COST })
  const gone = await aProduct(ctx, company, { name: `${OURS} old cola`, sku: `${OURS}-old-cola`, deleted: true })
  const sku = `${OURS}-tea`
  await aProduct(ctx, company, { name: `${OURS} tea`, sku, packaging: 'COFFEE' })
  await aProduct(ctx, company, { name: `${OURS} cocoa`, sku: `${OURS}-cocoa`, packaging: 'COFFEE' })
  for (const product of [cola, crisps, gone]) await inWarehouse(ctx, company, product, 40)

  const snack = (name: string) =>
    aMachine(ctx, company, {
      ...textsOf(name),
      slots: [
        { number: '11', product: cola, max: 10, price: 150, quantity: 4 },
        { number: '12', product: crisps, max: 10, price: 150, quantity: 4 },
        ...ENDERS.map((_, index) => ({ number: String(91 + index) })),
      ],
    })
  const coffees = (name: string) =>
    aMachine(ctx, company, {
      ...textsOf(name),
      slots: [{ number: '1', product: latte, price: 200 }],
      canisters: [{ product: beans, max: 2000, quantity: 500 }],
    })
  const both = async (name: string): Promise<Pair> => {
    const machine = await snack(`${OURS} ${name}`)
    return {
      snack: machine,
      coffee: await coffees(`${OURS} ${name} coffee`),
      device: await aListener(ctx, company, machine.id),
      review: await aReview(ctx, company, machine.id, employee),
    }
  }
  const fleet = {
    cola,
    crisps,
    beans,
    latte,
    sku,
    assigned: await both(GIVEN),
    elsewhere: await both(ELSEWHERE),
    former: await both(`${ELSEWHERE} former`),
    outOfService: await both(`${ELSEWHERE} out of service`),
    ...(await toEnd(ctx, company, OURS)),
    ...(await aMarket(ctx, company, OURS, cola)),
    ...(await someTemplates(ctx, company, OURS, beans)),
    ...(await someCards(ctx, company, OURS)),
  }
  const rounds = await someRounds(ctx, company, employee, [fleet.assigned.snack.id, fleet.assigned.coffee.id])
  const vans = await someVans(ctx, company, OURS, [employee, fleet.helper])
  const reported = await reportedIssue(ctx, company, { machine: fleet.assigned.snack.id, manager, name: OURS })
  for (const { snack, coffee } of [fleet.assigned, fleet.former, fleet.outOfService])
    for (const { id } of [snack, coffee]) await assign(ctx, company, id, employee)
  for (const { id } of [fleet.former.snack, fleet.former.coffee]) await unassign(ctx, company, id, employee)
  await ctx.database.withTenant(company, async (db) => {
    for (const { snack, coffee } of [fleet.assigned, fleet.elsewhere])
      await db.execute(
        sql`insert into grouped_machines values (${company}, ${fleet.group}, ${snack.id}), (${company}, ${fleet.group}, ${coffee.id})`,
      )
    for (const [id, since] of [
      [fleet.outOfService.snack.id, '2026-03-01'],
      [fleet.outOfService.coffee.id, '2025-03-01'],
    ] as const)
      await db.execute(sql`update machines set deactivated_at = ${since} where company_id = ${company} and id = ${id}`)
    await db.execute(
      sql`insert into recipe_lines (company_id, product_id, valid_from, ingredient_id, share) values (${company}, ${latte}, '2026-01-01', ${beans}, 7500), (${company}, ${mocha}, '2026-01-01', ${beans}, 7500)`,
    )
    await db.execute(
      sql`insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number, product_id)
        values (${company}, ${idOf('sold')}::uuid, ${fleet.assigned.snack.id}, '2026-03-01', ${COST}, 'CASH', '11', ${cola})`,
    )
    // It was paid in coins, which are in the cash box.
    await db.execute(
      sql`insert into cash_movements (company_id, machine_id, effective_at, operation_id, line, kind, cause, amount_minor)
        values (${company}, ${fleet.assigned.snack.id}, '2026-03-01', ${idOf('sold')}::uuid, 0, 'delta', 'SALE', ${COST})`,
    )
    await db.execute(
      sql`update machine_status set cash_minor = cash_minor + ${COST} where company_id = ${company} and machine_id = ${fleet.assigned.snack.id}`,
    )
    await db.execute(
      sql`insert into alert_rules (company_id, user_id, event, channel, created_at) values (${company}, ${employee}, 'NEW_CUSTOMER_ISSUE', 'PUSH', '2026-03-01'), (${company}, ${employee}, 'DEVICE_FIRMWARE_UPDATED', 'EMAIL', '2026-03-01')`,
    )
    await db.execute(
      sql`insert into alert_audiences (company_id, audience, event, channel, created_at) values (${company}, 'ASSIGNED', 'MACHINE_STOPPED', 'EMAIL', '2026-03-01')`,
    )
    for (const user of [employee, manager])
      await db.execute(
        sql`insert into quiet_hours (company_id, user_id, from_minute, to_minute, days, urgent_too) values (${company}, ${user}, 1260, 300, '{1,2,3}', false)`,
      )
    await rebuildDailySales(db, company)
    // Signed URLs belong to this session.
    await db.execute(sql`insert into sessions (company_id, id, user_id, access_hash, access_expires_at, created_at, last_used_at)
      values (${company}, ${idOf('asks for files')}::uuid, ${filer}, 'asks for files', '2026-01-02', '2026-01-01', '2026-01-01')`)
    // A signed-out browser shows no notifications.
    for (const user of [employee, manager]) {
      const [session, subscription] = [idOf(`ended session of ${user}`), idOf(`subscription of ${user}`)]
      await db.execute(sql`insert into sessions (company_id, id, user_id, access_hash, access_expires_at, created_at, last_used_at, revoked_at)
        values (${company}, ${session}::uuid, ${user}, ${`ended ${user}`}, '2026-03-01', '2026-02-01', '2026-02-01', '2026-02-02')`)
      await db.execute(sql`insert into push_subscriptions (company_id, id, user_id, session_id, endpoint, p256dh, auth, created_at)
        values (${company}, ${subscription}::uuid, ${user}, ${session}::uuid, ${`https://fcm.googleapis.com/${user}`}, 'key', 'auth', '2026-02-01')`)
    }
  })
  return { ...fleet, ...reported, ...(await aCountedBag(ctx, company, fleet.assigned.snack.id, manager)), filer, rounds, vans }
}

/** Gives the rival different stock, prices and assignments, so that a response that mixes the companies shows it in every figure. */
export async function makeDifferent(ctx: TestContext, ours: CompanyId, company: CompanyId, fleet: Fleet, employee: number) {
  await ctx.database.withTenant(company, async (db) => {
    await db.execute(sql`update movements set quantity = quantity + 2000 where company_id = ${company}`)
    await db.execute(sql`update stock_points set balance = balance + 2000 where company_id = ${company} and counted_at is not null`)
    await db.execute(sql`update stock_points set max_quantity = max_quantity + 9 where company_id = ${company}`)
    await db.execute(
      sql`update slots set max_quantity = max_quantity + 7, vend_price_minor = vend_price_minor + 7, slot_number = '3' || slot_number where company_id = ${company}`,
    )
    await db.execute(sql`update passes set balance_minor = balance_minor + 9 where company_id = ${company}`)
    await db.execute(sql`update transactions set amount_minor = amount_minor + 9 where company_id = ${company}`)
    await rebuildDailySales(db, company)
    await db.execute(sql`update alert_rules set channel = 'SMS' where company_id = ${company}`)
    await db.execute(sql`update alert_audiences set channel = 'SMS' where company_id = ${company}`)
    await db.execute(sql`update quiet_hours set to_minute = 301 where company_id = ${company}`)
    await db.execute(sql`update recipe_lines set share = 9100 where company_id = ${company}`)
    // One recipe is as old as ours, the other newer.
    await db.execute(sql`update recipe_lines set valid_from = '2026-02-01' where company_id = ${company} and product_id = ${fleet.latte}`)
    await db.execute(
      sql`update assignments set revoked_at = case when revoked_at is null then '2026-03-01'::timestamptz end where company_id = ${company}`,
    )
    await db.execute(sql`update machines set deactivated_at = null where company_id = ${company}`)
    await db.execute(sql`update users set enabled = true where company_id = ${company}`)
    await db.execute(sql`update products set packaging = 'BOTTLE' where company_id = ${company} and packaging = 'PIECE'`)
    // The rival has the same peripherals in its records, and none that reports.
    await db.execute(sql`update mdb_devices set status = 'JAMMED' where company_id = ${company}`)
    await db.execute(sql`update coin_tubes set value_minor = 20 where company_id = ${company}`)
    await db.execute(sql`update machine_status set heard_at = null where company_id = ${company}`)
    // The rival has had more changes, so that its feed is far ahead of ours.
    await db.execute(sql`update feed set seq = seq + 5000 where company_id = ${company}`)
    await db.execute(sql`update companies set feed_seq = feed_seq + 5000 where id = ${company}`)
    // An operation that the rival undid before it arrived is still to arrive with us.
    await db.execute(
      sql`insert into voids (company_id, operation_id, by_operation) values (${company}, ${idOf(`undone by the rival at ${fleet.assigned.snack.id}`)}::uuid, ${idOf('undo')}::uuid)`,
    )
  })
  await ctx.database.owner.execute(sql`
    update devices d set imei = o.imei, vendor = ${THEIRS}, key_hash = null, claimed_at = null, claim_hash = 'nobody knows' from devices o
    where d.company_id = ${company} and o.company_id = ${ours} and o.id = d.id`)
  for (const { id } of [fleet.elsewhere.snack, fleet.elsewhere.coffee]) await assign(ctx, company, id, employee)
}

export async function onlyOurs(ctx: TestContext, company: CompanyId) {
  const product = await aProduct(ctx, company, { name: `${OURS} alone`, sku: `${OURS}-alone`, lastCost: COST })
  const beans = await aProduct(ctx, company, { name: `${OURS} alone beans`, sku: `${OURS}-alone-beans`, packaging: 'INGREDIENT' })
  await aProduct(ctx, company, { name: `${OURS} alone tea`, sku: `${OURS}-alone-tea`, packaging: 'COFFEE' })
  await aProduct(ctx, company, { name: `${OURS} alone cocoa`, sku: `${OURS}-alone-cocoa`, packaging: 'COFFEE' })
  await inWarehouse(ctx, company, product, 40)
  const user = await aUser(ctx, { id: company }, { login: loginOf(OURS, 'alone'), companyRole: 'ROLE_EMPLOYEE', password: PASSWORD })
  const slot = { product, max: 10, price: 150, quantity: 4 }
  const texts = textsOf(`${OURS} ${ELSEWHERE} alone`)
  const machine = await aMachine(ctx, company, {
    ...texts,
    slots: [{ ...slot, number: '11' }, { ...slot, number: '12' }, ...ENDERS.map((_, index) => ({ number: String(91 + index) }))],
  })
  const coffee = await aMachine(ctx, company, {
    ...textsOf(`${OURS} ${ELSEWHERE} alone coffee`),
    canisters: [{ product: beans, max: 2000, quantity: 500 }],
  })
  await assign(ctx, company, machine.id, user.id)
  const { vanDriver, ...vans } = await someVans(ctx, company, `${OURS} alone`, [
    user.id,
    (await aUser(ctx, { id: company }, { login: loginOf(OURS, 'alone driver'), companyRole: 'ROLE_EMPLOYEE' })).id,
  ])
  const facts = {
    ...vans,
    vanKey: giverKey(ctx, company, vans.van, vanDriver),
    userId: user.id,
    inSlot: product,
    otherProduct: product,
    productId: product,
    sku: `${OURS}-alone-tea`,
    ...(await toEnd(ctx, company, `${OURS} alone`)),
    ...(await aMarket(ctx, company, `${OURS} alone`, product)),
    ...(await someTemplates(ctx, company, `${OURS} alone`, beans)),
    ...(await someCards(ctx, company, `${OURS} alone`)),
    ...(await someRounds(ctx, company, user.id, [machine.id, coffee.id])),
    issue: await anIssue(ctx, company, machine.id, `${OURS} alone`),
  }
  const device = await aListener(ctx, company, machine.id)
  const review = await aReview(ctx, company, machine.id, user.id)
  const bag = await aCountedBag(ctx, company, machine.id, user.id)
  return { pair: { snack: machine, coffee, device, review }, beans, facts: { ...facts, ...bag } }
}
