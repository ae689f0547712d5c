import { type SQL, sql } from 'drizzle-orm'
import { v5 as uuidFrom } from 'uuid'
import type { CompanyId } from '#domain/ids.ts'
import { rowsOf } from '../../server/database/database.ts'
import { rebuildDailySales } from '../../server/features/sales/daily-sales.store.ts'
import { signedAddress } from '../../server/files/signed-files.ts'
import { aDevice, aMachine, aProduct, assign, inWarehouse, type StandingDevice, type StandingMachine, unassign } from '../support/fleet.ts'
import { aUser, type TestHouse } from '../support/house.ts'
import { loginOf, OURS, PASSWORD, THEIRS } from './people.ts'

/** In every text of the machines that our serviceman was given, and of those that the rival's was. */
export const GIVEN = 'robin'
export const ELSEWHERE = 'wagtail'

/** The numbers and names by which requests speak of things. */
export type Facts = {
  companyId: number
  userId: number
  machine: number
  token: string
  slotId: number
  /** The product in that slot, and one that fits there too. */
  inSlot: number
  otherProduct: number
  /** The stay of the product in that slot; an edit ends it. */
  edited: number
  /** Another slot's stay of a product, and the product. */
  point: number
  productId: number
  coffeeMachine: number
  canister: number
  ingredient: number
  /** What is left to decide there. */
  review: number
  /** An operation that was done there. */
  operation: string
  file: string
  /** The device in that machine, and something that it was asked. */
  imei: string
  deviceId: number
  command: string
  /** A device that stands in no machine yet: whoever takes one out leaves the other where it speaks. */
  spare: string
  /** The company's live channel. */
  channel: string
  /** A group of machines, and others for whoever ends one. */
  group: number
  ending: Readonly<Record<string, number>>
  /** Whom the company buys from, a purchase that is on order, and others for whoever ends one. */
  supplier: number
  purchase: number
  endingSupplier: Readonly<Record<string, number>>
  endingPurchase: Readonly<Record<string, number>>
  /** A hot drink by its article number, and slots for whoever deletes one. */
  sku: string
  endingSlots: Readonly<Record<string, number>>
  /** An employee who has none of these machines, and a machine that goes out of service. */
  helper: number
  retired: number
}

/** The same text makes the same operation id. */
export const idOf = (text: string) => uuidFrom(text, '6ba7b810-9dad-11d1-80b4-00c04fd430c8')

/** What only managers may read, in minor units and as it would be sent. */
export const COST = 7_654_321

/** Numbers of nothing. */
const NOTHING: Partial<Facts> = {
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
  endingSupplier: {},
  endingPurchase: {},
  sku: 'nothing',
  endingSlots: {},
  helper: 999_999_999,
  retired: 999_999_999,
}

/** Who may end things: each has their own. */
const ENDERS = ['manager', 'headOffice', 'rivalManager'] as const

type Things = {
  house: TestHouse
  ours: CompanyId
  theirs: CompanyId
  fleet: Fleet
  alone: Awaited<ReturnType<typeof onlyOurs>>
  employee: number
}

/** How each company speaks of its own things, and how anybody speaks of what the rival has not, or nobody. */
export function factsAbout({ house, ours, theirs, fleet, alone, employee }: Things) {
  const factsOf = (company: CompanyId, { snack: machine, coffee, device, review }: Pair, beans = fleet.beans): Facts => ({
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
    endingSupplier: fleet.endingSupplier,
    endingPurchase: fleet.endingPurchase,
    sku: company === ours ? fleet.sku : fleet.sku.replace(OURS, THEIRS),
    endingSlots: Object.fromEntries(ENDERS.map((who, index) => [who, machine.slot(String(91 + index)).slotId])),
    helper: fleet.helper,
    retired: fleet.retired,
    channel: idOf(company === ours ? 'our channel' : 'their channel'),
    // One sheet lists slots, and the other canisters.
    file: signedAddress(house, {
      purpose: 'slots-export',
      company,
      machine: machine === fleet.elsewhere.snack ? coffee.id : machine.id,
      locale: 'en',
    }).replace('/api/files/', ''),
  })
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
    /** Of what the rival has nothing, not even under the same number. */
    alone: { ...factsOf(ours, alone.pair, alone.beans), ...alone.facts },
    nothing: { ...factsOf(theirs, fleet.assigned), ...NOTHING },
  }
}

/** A snack machine and a coffee machine that stand side by side. */
type Listener = StandingDevice & { spare: string }
type Pair = { snack: StandingMachine; coffee: StandingMachine; device: Listener; review: number }

export type Fleet = Awaited<ReturnType<typeof aFleet>>

export async function aFleet(house: TestHouse, company: CompanyId, employee: number) {
  const cola = await aProduct(house, company, { name: `${OURS} cola`, sku: `${OURS}-cola`, lastCost: COST })
  const crisps = await aProduct(house, company, { name: `${OURS} crisps`, sku: `${OURS}-crisps`, lastCost: COST })
  const beans = await aProduct(house, company, { name: `${OURS} beans`, sku: `${OURS}-beans`, packaging: 'INGREDIENT', lastCost: COST })
  const latte = await aProduct(house, company, { name: `${OURS} latte`, sku: `${OURS}-latte`, packaging: 'COFFEE', lastCost: COST })
  const mocha = await aProduct(house, company, { name: `${OURS} mocha`, sku: `${OURS}-mocha`, packaging: 'COFFEE', lastCost: COST })
  const gone = await aProduct(house, company, { name: `${OURS} old cola`, sku: `${OURS}-old-cola`, deleted: true })
  const sku = `${OURS}-tea`
  await aProduct(house, company, { name: `${OURS} tea`, sku, packaging: 'COFFEE' })
  for (const product of [cola, crisps, gone]) await inWarehouse(house, company, product, 40)

  const snack = (name: string) =>
    aMachine(house, company, {
      ...textsOf(name),
      slots: [
        { number: '11', product: cola, max: 10, price: 150, quantity: 4 },
        { number: '12', product: crisps, max: 10, price: 150, quantity: 4 },
        ...ENDERS.map((_, index) => ({ number: String(91 + index) })),
      ],
    })
  const coffees = (name: string) =>
    aMachine(house, company, {
      ...textsOf(name),
      slots: [{ number: '1', product: latte, price: 200 }],
      canisters: [{ product: beans, max: 2000, quantity: 500 }],
    })
  const both = async (name: string): Promise<Pair> => {
    const machine = await snack(`${OURS} ${name}`)
    return {
      snack: machine,
      coffee: await coffees(`${OURS} ${name} coffee`),
      device: await aListener(house, company, machine.id),
      review: await aReview(house, company, machine.id, employee),
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
    ...(await toEnd(house, company, OURS)),
    ...(await aMarket(house, company, OURS, cola)),
  }
  for (const { snack, coffee } of [fleet.assigned, fleet.former, fleet.outOfService])
    for (const { id } of [snack, coffee]) await assign(house, company, id, employee)
  for (const { id } of [fleet.former.snack, fleet.former.coffee]) await unassign(house, company, id, employee)
  await house.database.asCompany(company, async (db) => {
    for (const { snack, coffee } of [fleet.assigned, fleet.elsewhere])
      await db.execute(
        sql`insert into grouped_machines values (${company}, ${fleet.group}, ${snack.id}), (${company}, ${fleet.group}, ${coffee.id})`,
      )
    for (const { id } of [fleet.outOfService.snack, fleet.outOfService.coffee])
      await db.execute(sql`update machines set deactivated_at = '2026-03-01' where company_id = ${company} and id = ${id}`)
    await db.execute(
      sql`insert into recipe_lines (company_id, product_id, valid_from, ingredient_id, share) values (${company}, ${latte}, '2026-01-01', ${beans}, 7500), (${company}, ${mocha}, '2026-01-01', ${beans}, 7500)`,
    )
    await db.execute(
      sql`insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number, product_id)
        values (${company}, ${idOf('sold')}::uuid, ${fleet.assigned.snack.id}, '2026-03-01', ${COST}, 'CASH', '11', ${cola})`,
    )
    await rebuildDailySales(db, company)
  })
  return fleet
}

/** A group, a machine and a serviceman that may come and go. */
async function toEnd(house: TestHouse, company: CompanyId, name: string) {
  const aGroup = (called: string) =>
    house.database.asCompany(company, async (db) => {
      const [row] = await rowsOf<{ id: number }>(
        db,
        sql`insert into machine_groups (company_id, name, created_at) values (${company}, ${`${name} ${called}`}, '2026-03-01') returning id::float8 as id`,
      )
      if (!row) throw new Error('the group was not written')
      return row.id
    })
  const ending: Record<string, number> = {}
  for (const who of ENDERS) ending[who] = await aGroup(`ended by ${who}`)
  const login = `${name.replaceAll(' ', '_')}_helper`
  return {
    group: await aGroup('group'),
    ending,
    retired: (await aMachine(house, company, textsOf(`${name} retired`))).id,
    helper: (
      await aUser(house, { id: company }, { login, firstName: name, lastName: name, companyRole: 'ROLE_EMPLOYEE', password: PASSWORD })
    ).id,
  }
}

/** Somebody to buy from and something bought there, and others that may go. */
async function aMarket(house: TestHouse, company: CompanyId, name: string, product: number) {
  const write = (statement: SQL) =>
    house.database.asCompany(company, async (db) => {
      const [row] = await rowsOf<{ id: number }>(db, statement)
      if (!row) throw new Error('it was not written')
      return row.id
    })
  const aSupplier = (called: string) =>
    write(sql`insert into suppliers (company_id, name, note, created_at)
      values (${company}, ${`${name} ${called}`}, ${name}, '2026-03-01') returning id::float8 as id`)
  const supplier = await aSupplier('mills')
  const aPurchase = async (called: string) => {
    const id = await write(sql`insert into purchases (company_id, supplier_id, invoice_number, status, ordered_at, created_at)
      values (${company}, ${supplier}, ${`${name} ${called}`}, 'ON_ORDER', '2026-03-01', '2026-03-01') returning id::float8 as id`)
    await write(sql`insert into purchase_lines (company_id, purchase_id, product_id, place, quantity, unit_cost_minor)
      values (${company}, ${id}, ${product}, 0, 3, ${COST}) returning purchase_id::float8 as id`)
    return id
  }
  const endingSupplier: Record<string, number> = {}
  const endingPurchase: Record<string, number> = {}
  for (const who of ['manager', 'headOffice', 'rivalManager']) {
    endingSupplier[who] = await aSupplier(`ended by ${who}`)
    endingPurchase[who] = await aPurchase(`ended by ${who}`)
  }
  return { supplier, purchase: await aPurchase('invoice'), endingSupplier, endingPurchase }
}

const commandAt = (machine: number) => idOf(`asked of ${machine}`)

/** A device in a machine that runs, which tells what hangs in it and was asked for something once. */
async function aListener(house: TestHouse, company: CompanyId, machine: number): Promise<Listener> {
  const device = await aDevice(house, company, { machine, imei: String(350_000_000_000_000 + machine) })
  const { imei: spare } = await aDevice(house, company, { imei: String(360_000_000_000_000 + machine) })
  await house.database.asCompany(company, async (db) => {
    await db.execute(sql`insert into machine_status (company_id, machine_id, heard_at, reported_state, reported_at, cash_minor)
      values (${company}, ${machine}, '2026-03-02T08:30:00Z', 'RUNNING', '2026-03-01', 0)`)
    await db.execute(sql`insert into device_commands (company_id, id, device_id, machine_id, kind, payload, asked_by, asked_at, valid_until)
      values (${company}, ${commandAt(machine)}::uuid, ${device.id}, ${machine}, 'DEBUG', '{}', 1, '2026-03-01', '2027-03-01')`)
    await db.execute(sql`insert into mdb_devices values (${company}, ${machine}, ${`${OURS} changer`}, 'OK', '2026-03-01')`)
    await db.execute(sql`insert into coin_tubes values (${company}, ${machine}, 50, ${COST}, '2026-03-01')`)
  })
  return { ...device, spare }
}

/** What somebody did there with a clock that could not be right, for a manager to decide. */
const aReview = (house: TestHouse, company: CompanyId, machine: number, employee: number) =>
  house.database.asCompany(company, async (db) => {
    const doubted = idOf(`doubted at ${machine}`)
    await db.execute(sql`
      insert into operations (company_id, id, call, machine_id, user_id, body_hash, occurred_at, effective_at, received_at, status)
      values (${company}, ${doubted}::uuid, 'restockSlots', ${machine}, ${employee}, '', '2031-03-01', '2026-03-01', '2026-03-01', 'applied')`)
    const [row] = await rowsOf<{ id: number }>(
      db,
      sql`insert into review_items (company_id, kind, machine_id, operation_id, details, created_at)
        values (${company}, 'DOUBTFUL_CLOCK', ${machine}, ${doubted}::uuid, '{}', '2026-03-01') returning id::float8 as id`,
    )
    if (!row) throw new Error('the review item was not written')
    return row.id
  })

const textsOf = (name: string) => ({ name, address: name, note: name, token: name.replaceAll(' ', '-') })

/** The rival's own stock, prices and assignments: an answer that mixes the two companies shows it in every figure. */
export async function makeDifferent(house: TestHouse, ours: CompanyId, company: CompanyId, fleet: Fleet, employee: number) {
  await house.database.asCompany(company, async (db) => {
    await db.execute(sql`update movements set quantity = quantity + 2000 where company_id = ${company}`)
    await db.execute(sql`update stock_points set balance = balance + 2000 where company_id = ${company} and counted_at is not null`)
    await db.execute(sql`update stock_points set max_quantity = max_quantity + 9 where company_id = ${company}`)
    await db.execute(
      sql`update slots set max_quantity = max_quantity + 7, vend_price_minor = vend_price_minor + 7, slot_number = '3' || slot_number where company_id = ${company}`,
    )
    await db.execute(sql`update transactions set amount_minor = amount_minor + 9 where company_id = ${company}`)
    await rebuildDailySales(db, company)
    await db.execute(sql`update recipe_lines set share = 9100 where company_id = ${company}`)
    // One recipe is as old as ours, the other newer.
    await db.execute(sql`update recipe_lines set valid_from = '2026-02-01' where company_id = ${company} and product_id = ${fleet.latte}`)
    await db.execute(
      sql`update assignments set revoked_at = case when revoked_at is null then '2026-03-01'::timestamptz end where company_id = ${company}`,
    )
    await db.execute(sql`update machines set deactivated_at = null where company_id = ${company}`)
    await db.execute(sql`update users set enabled = true where company_id = ${company}`)
    await db.execute(sql`update products set packaging = 'BOTTLE' where company_id = ${company} and packaging = 'PIECE'`)
    // The rival wrote the same devices down, and has none that speaks.
    await db.execute(sql`update mdb_devices set status = 'JAMMED' where company_id = ${company}`)
    await db.execute(sql`update coin_tubes set value_minor = 20 where company_id = ${company}`)
    await db.execute(sql`update machine_status set heard_at = null where company_id = ${company}`)
    // So much more has happened with the rival that its feed is far ahead of ours.
    await db.execute(sql`update feed set seq = seq + 5000 where company_id = ${company}`)
    await db.execute(sql`update companies set feed_seq = feed_seq + 5000 where id = ${company}`)
    // What the rival undid before it came is still to come with us.
    await db.execute(
      sql`insert into voids (company_id, operation_id, by_operation) values (${company}, ${idOf(`undone by the rival at ${fleet.assigned.snack.id}`)}::uuid, ${idOf('undo')}::uuid)`,
    )
  })
  await house.database.owner.execute(sql`
    update devices d set imei = o.imei, vendor = ${THEIRS}, key_hash = null, claimed_at = null, claim_hash = 'nobody knows' from devices o
    where d.company_id = ${company} and o.company_id = ${ours} and o.id = d.id`)
  for (const { id } of [fleet.elsewhere.snack, fleet.elsewhere.coffee]) await assign(house, company, id, employee)
}

export async function onlyOurs(house: TestHouse, company: CompanyId) {
  const product = await aProduct(house, company, { name: `${OURS} alone`, sku: `${OURS}-alone`, lastCost: COST })
  const beans = await aProduct(house, company, { name: `${OURS} alone beans`, sku: `${OURS}-alone-beans`, packaging: 'INGREDIENT' })
  await aProduct(house, company, { name: `${OURS} alone tea`, sku: `${OURS}-alone-tea`, packaging: 'COFFEE' })
  await inWarehouse(house, company, product, 40)
  const user = await aUser(house, { id: company }, { login: loginOf(OURS, 'alone'), companyRole: 'ROLE_EMPLOYEE', password: PASSWORD })
  const slot = { product, max: 10, price: 150, quantity: 4 }
  const texts = textsOf(`${OURS} ${ELSEWHERE} alone`)
  const machine = await aMachine(house, company, {
    ...texts,
    slots: [{ ...slot, number: '11' }, { ...slot, number: '12' }, ...ENDERS.map((_, index) => ({ number: String(91 + index) }))],
  })
  const coffee = await aMachine(house, company, {
    ...textsOf(`${OURS} ${ELSEWHERE} alone coffee`),
    canisters: [{ product: beans, max: 2000, quantity: 500 }],
  })
  await assign(house, company, machine.id, user.id)
  const facts = {
    userId: user.id,
    inSlot: product,
    otherProduct: product,
    productId: product,
    sku: `${OURS}-alone-tea`,
    ...(await toEnd(house, company, `${OURS} alone`)),
    ...(await aMarket(house, company, `${OURS} alone`, product)),
  }
  const device = await aListener(house, company, machine.id)
  const review = await aReview(house, company, machine.id, user.id)
  return { pair: { snack: machine, coffee, device, review }, beans, facts }
}
