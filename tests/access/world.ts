import { sql } from 'drizzle-orm'
import { v5 as uuidFrom } from 'uuid'
import { PUBLIC_CLIENT, type Tokens } from '#contract/account.ts'
import type { CompanyId } from '#domain/ids.ts'
import type { Authority, CompanyRole, Rights } from '#domain/team/permissions.ts'
import { MINUTE } from '#domain/time.ts'
import { type Database, type Db, rowsOf } from '../../server/database/database.ts'
import { signedAddress } from '../../server/files/signed-files.ts'
import { aMachine, aProduct, assign, inWarehouse, type StandingMachine, unassign } from '../support/fleet.ts'
import { aClock, aCompany, aHouse, anAddress, anApp, aUser, type TestHouse } from '../support/house.ts'
import { copyCompany } from './twin.ts'

/** Everybody who may stand at the door. */
export const EVERYBODY = [
  'nobody',
  'unknownToken',
  'revokedSession',
  'expiredSession',
  'disabled',
  'demoted',
  'employee',
  'manager',
  'headOffice',
  'deviceManager',
  'superAdmin',
  'rivalManager',
  'rivalEmployee',
] as const
export type Who = (typeof EVERYBODY)[number]

/** `rights` as they are now; null where nobody is known by what they show. */
export type Somebody = { rights: Rights | null; company: 'ours' | 'theirs' | null; headers: Record<string, string>; refresh: string }

/** What stands in every text of ours, and of theirs, and nowhere else. */
export const OURS = 'finch'
export const THEIRS = 'siskin'
/** In every text of the machines that our serviceman was given, and of those that the rival's was. */
export const GIVEN = 'robin'
export const ELSEWHERE = 'wagtail'

const loginOf = (company: string, who: string) => `${company}_${who.toLowerCase()}`

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
  /** An operation that was done there. */
  operation: string
  file: string
}

/** The same text makes the same operation id. */
export const idOf = (text: string) => uuidFrom(text, '6ba7b810-9dad-11d1-80b4-00c04fd430c8')

/** What only managers may read, in minor units and as it would be sent. */
export const COST = 7_654_321
const PASSWORD = 'correct horse'

type Role = { companyRole: CompanyRole; authorities?: Authority[] }
const MANAGER: Role = { companyRole: 'ROLE_MANAGER' }
const EMPLOYEE: Role = { companyRole: 'ROLE_EMPLOYEE' }

/** Who signs in. Rights beyond the company role are given to employees too: none of them makes a manager. */
const ROLES = {
  revokedSession: MANAGER,
  expiredSession: MANAGER,
  disabled: MANAGER,
  demoted: MANAGER,
  employee: EMPLOYEE,
  manager: MANAGER,
  headOffice: { ...MANAGER, authorities: ['ROLE_HQ_MANAGER'] },
  deviceManager: { ...EMPLOYEE, authorities: ['ROLE_DEVICE_MANAGER'] },
  superAdmin: { ...EMPLOYEE, authorities: ['ROLE_SUPER_ADMIN'] },
} as const satisfies Partial<Record<Who, Role>>

export type World = Awaited<ReturnType<typeof aWorld>>

/**
 * Our company and a rival that has the same under the same numbers: every condition that forgets the company gives itself away.
 * Beside them stands what only we have. Made twice, it is the same to the last number.
 */
export async function aWorld({ database, rowLevelSecurity = true }: { database?: Database; rowLevelSecurity?: boolean } = {}) {
  const clock = aClock()
  const house = await aHouse({ now: clock.now, masterKey: Buffer.alloc(32, 7), ...(database ? { database } : {}) })
  const { owner } = house.database
  await owner.execute(sql`update installation set epoch = ${idOf('epoch')}::uuid`)
  await spreadNumbers(owner)
  const ours = (await aCompany(house, { name: OURS, legalName: OURS, eventChannelId: idOf('our channel') })).id
  const theirs = (await aCompany(house, { name: THEIRS, legalName: THEIRS, currency: 'KWD', eventChannelId: idOf('their channel') })).id

  const people = new Map<string, number>()
  for (const [who, traits] of Object.entries(ROLES)) {
    const names = { login: loginOf(OURS, who), email: `${who}@${OURS}.example`, firstName: OURS, lastName: OURS, phoneNumber: OURS }
    people.set(who, (await aUser(house, { id: ours }, { ...traits, ...names, password: PASSWORD })).id)
  }
  const userOf = (who: keyof typeof ROLES) => known(people.get(who))
  const fleet = await aFleet(house, ours, userOf('employee'))
  await copyCompany(owner, { id: ours, text: OURS }, { id: theirs, text: THEIRS })
  await makeDifferent(house, theirs, fleet, userOf('employee'))
  const alone = await onlyOurs(house, ours)
  // What the database makes up would be another in every world.
  await owner.execute(sql`update users set seal_key = md5(company_id || ' ' || id) || md5(login)`)
  // The counts that everything began with have the same ids in every world.
  await owner.execute(sql`update movements set operation_id = md5(stock_point_id::text)::uuid`)
  await owner.execute(sql`update stock_points set counted_by = md5(id::text)::uuid where counted_by is not null`)

  const app = await anApp(rowLevelSecurity ? house : { ...house, database: unwalled(house.database) })
  const signIn = async (login: string): Promise<Pick<Somebody, 'headers' | 'refresh'>> => {
    const { access_token, refresh_token: refresh = '' } = await tokensFor(app, login)
    return { headers: { authorization: `Bearer ${access_token}` }, refresh }
  }
  const expired = await signIn(loginOf(OURS, 'expiredSession'))
  clock.pass(16 * MINUTE)
  const revoked = await signIn(loginOf(OURS, 'revokedSession'))
  await app.inject({
    method: 'POST',
    url: '/api/oauth/revoke',
    headers: { authorization: PUBLIC_CLIENT, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token: revoked.headers.authorization?.slice('Bearer '.length) ?? '' }).toString(),
  })
  const ourOwn = async (who: keyof typeof ROLES, rights = rightsOf(ROLES[who])): Promise<Somebody> => ({
    rights,
    company: 'ours',
    ...(await signIn(loginOf(OURS, who))),
  })
  const stranger = ({ headers, refresh }: Pick<Somebody, 'headers' | 'refresh'>): Somebody => ({
    rights: null,
    company: null,
    headers,
    refresh,
  })
  const everybody: Record<Who, Somebody> = {
    nobody: stranger({ headers: {}, refresh: '' }),
    unknownToken: stranger({ headers: { authorization: `Bearer ${'x'.repeat(43)}` }, refresh: 'x'.repeat(43) }),
    revokedSession: stranger(revoked),
    expiredSession: stranger(expired),
    disabled: { ...(await ourOwn('disabled')), rights: null },
    demoted: await ourOwn('demoted', rightsOf(EMPLOYEE)),
    employee: await ourOwn('employee'),
    manager: await ourOwn('manager'),
    headOffice: await ourOwn('headOffice'),
    deviceManager: await ourOwn('deviceManager'),
    superAdmin: await ourOwn('superAdmin'),
    rivalManager: { rights: rightsOf(MANAGER), company: 'theirs', ...(await signIn(loginOf(THEIRS, 'manager'))) },
    rivalEmployee: { rights: rightsOf(EMPLOYEE), company: 'theirs', ...(await signIn(loginOf(THEIRS, 'employee'))) },
  }
  await owner.execute(sql`update users set company_role = 'ROLE_EMPLOYEE' where company_id = ${ours} and id = ${userOf('demoted')}`)
  await owner.execute(sql`update users set enabled = false where company_id = ${ours} and id = ${userOf('disabled')}`)

  const factsOf = (company: CompanyId, { snack: machine, coffee }: Pair, beans = fleet.beans): Facts => ({
    companyId: company,
    userId: userOf('employee'),
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
    operation: idOf(`done at ${machine.id}`),
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
  const facts = {
    ours: whose('ours'),
    theirs: whose('theirs'),
    /** Of what the rival has nothing, not even under the same number. */
    alone: { ...factsOf(ours, alone.pair, alone.beans), ...alone.facts },
    nothing: { ...factsOf(theirs, fleet.assigned), ...NOTHING },
  }
  const tokens = await tokensOf(app)
  return { house, app, clock, ours, theirs, everybody, facts, tokens, close }

  async function close() {
    await app.close()
    await house.database.close()
  }
}

/** No two kinds of things have the same numbers, and none has a number that stands for something else. */
async function spreadNumbers(owner: Db) {
  const sequences = await rowsOf<{ name: string }>(
    owner,
    sql`select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by 1`,
  )
  for (const [index, { name }] of sequences.entries())
    await owner.execute(sql`alter sequence ${sql.identifier(name)} restart with ${sql.raw(String((index + 1) * 70_001))}`)
}

/** The second wall taken away: requests run with the rights of the owner, and the filters of the stores stand alone. */
const unwalled = (database: Database): Database => ({
  ...database,
  asCompany: (_company, work, { snapshot = false } = {}) =>
    database.owner.transaction(work, snapshot ? { isolationLevel: 'repeatable read', accessMode: 'read only' } : undefined),
})

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
  operation: idOf('never done'),
}

/** A snack machine and a coffee machine that stand side by side. */
type Pair = { snack: StandingMachine; coffee: StandingMachine }

async function aFleet(house: TestHouse, company: CompanyId, employee: number) {
  const cola = await aProduct(house, company, { name: `${OURS} cola`, sku: `${OURS}-cola`, lastCost: COST })
  const crisps = await aProduct(house, company, { name: `${OURS} crisps`, sku: `${OURS}-crisps`, lastCost: COST })
  const beans = await aProduct(house, company, { name: `${OURS} beans`, sku: `${OURS}-beans`, packaging: 'INGREDIENT', lastCost: COST })
  const latte = await aProduct(house, company, { name: `${OURS} latte`, sku: `${OURS}-latte`, packaging: 'COFFEE', lastCost: COST })
  const mocha = await aProduct(house, company, { name: `${OURS} mocha`, sku: `${OURS}-mocha`, packaging: 'COFFEE', lastCost: COST })
  const gone = await aProduct(house, company, { name: `${OURS} old cola`, sku: `${OURS}-old-cola`, deleted: true })
  for (const product of [cola, crisps, gone]) await inWarehouse(house, company, product, 40)

  const snack = (name: string) =>
    aMachine(house, company, {
      ...textsOf(name),
      slots: [
        { number: '11', product: cola, max: 10, price: 150, quantity: 4 },
        { number: '12', product: crisps, max: 10, price: 150, quantity: 4 },
      ],
    })
  const coffees = (name: string) =>
    aMachine(house, company, {
      ...textsOf(name),
      slots: [{ number: '1', product: latte, price: 200 }],
      canisters: [{ product: beans, max: 2000, quantity: 500 }],
    })
  const both = async (name: string): Promise<Pair> => ({
    snack: await snack(`${OURS} ${name}`),
    coffee: await coffees(`${OURS} ${name} coffee`),
  })
  const fleet = {
    cola,
    crisps,
    beans,
    latte,
    assigned: await both(GIVEN),
    elsewhere: await both(ELSEWHERE),
    former: await both(`${ELSEWHERE} former`),
    outOfService: await both(`${ELSEWHERE} out of service`),
  }
  for (const { snack, coffee } of [fleet.assigned, fleet.former, fleet.outOfService])
    for (const { id } of [snack, coffee]) await assign(house, company, id, employee)
  for (const { id } of [fleet.former.snack, fleet.former.coffee]) await unassign(house, company, id, employee)
  await house.database.asCompany(company, async (db) => {
    for (const { id } of [fleet.outOfService.snack, fleet.outOfService.coffee])
      await db.execute(sql`update machines set deactivated_at = '2026-03-01' where company_id = ${company} and id = ${id}`)
    await db.execute(
      sql`insert into recipe_lines (company_id, product_id, valid_from, ingredient_id, share) values (${company}, ${latte}, '2026-01-01', ${beans}, 7500), (${company}, ${mocha}, '2026-01-01', ${beans}, 7500)`,
    )
    await db.execute(
      sql`insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number, product_id)
        values (${company}, ${idOf('sold')}::uuid, ${fleet.assigned.snack.id}, '2026-03-01', ${COST}, 'CASH', '11', ${cola})`,
    )
  })
  return fleet
}

const textsOf = (name: string) => ({ name, address: name, note: name, token: name.replaceAll(' ', '-') })

/** The rival's own stock, prices and assignments: an answer that mixes the two companies shows it in every figure. */
async function makeDifferent(house: TestHouse, company: CompanyId, fleet: Awaited<ReturnType<typeof aFleet>>, employee: number) {
  await house.database.asCompany(company, async (db) => {
    await db.execute(sql`update movements set quantity = quantity + 2000 where company_id = ${company}`)
    await db.execute(sql`update stock_points set balance = balance + 2000, max_quantity = max_quantity + 9 where company_id = ${company}`)
    await db.execute(
      sql`update slots set max_quantity = max_quantity + 7, vend_price_minor = vend_price_minor + 7 where company_id = ${company}`,
    )
    await db.execute(sql`update recipe_lines set share = 9100 where company_id = ${company}`)
    // One recipe is as old as ours, the other newer.
    await db.execute(sql`update recipe_lines set valid_from = '2026-02-01' where company_id = ${company} and product_id = ${fleet.latte}`)
    await db.execute(
      sql`update assignments set revoked_at = case when revoked_at is null then '2026-03-01'::timestamptz end where company_id = ${company}`,
    )
    await db.execute(sql`update machines set deactivated_at = null where company_id = ${company}`)
    await db.execute(sql`update users set enabled = true where company_id = ${company}`)
    await db.execute(sql`update products set packaging = 'BOTTLE' where company_id = ${company} and packaging = 'PIECE'`)
    // What the rival undid before it came is still to come with us.
    await db.execute(
      sql`insert into voids (company_id, operation_id, by_operation) values (${company}, ${idOf(`undone by the rival at ${fleet.assigned.snack.id}`)}::uuid, ${idOf('undo')}::uuid)`,
    )
  })
  for (const { id } of [fleet.elsewhere.snack, fleet.elsewhere.coffee]) await assign(house, company, id, employee)
}

async function onlyOurs(house: TestHouse, company: CompanyId) {
  const product = await aProduct(house, company, { name: `${OURS} alone`, sku: `${OURS}-alone`, lastCost: COST })
  const beans = await aProduct(house, company, { name: `${OURS} alone beans`, sku: `${OURS}-alone-beans`, packaging: 'INGREDIENT' })
  await inWarehouse(house, company, product, 40)
  const user = await aUser(house, { id: company }, { login: loginOf(OURS, 'alone'), companyRole: 'ROLE_EMPLOYEE', password: PASSWORD })
  const slot = { product, max: 10, price: 150, quantity: 4 }
  const texts = textsOf(`${OURS} ${ELSEWHERE} alone`)
  const machine = await aMachine(house, company, {
    ...texts,
    slots: [
      { ...slot, number: '11' },
      { ...slot, number: '12' },
    ],
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
  }
  return { pair: { snack: machine, coffee }, beans, facts }
}

/** Tokens to show to the calls that ask for one: each of a session of its own, since a refresh ends the access token before it. */
async function tokensOf(app: Awaited<ReturnType<typeof anApp>>) {
  const login = loginOf(OURS, 'headOffice')
  const { access_token: access } = await tokensFor(app, login)
  const { refresh_token: refresh = '' } = await tokensFor(app, login)
  return { access, refresh, login, password: PASSWORD }
}

async function tokensFor(app: Awaited<ReturnType<typeof anApp>>, login: string): Promise<Tokens> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/oauth/token',
    remoteAddress: anAddress(),
    headers: { authorization: PUBLIC_CLIENT, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'password', username: login, password: PASSWORD }).toString(),
  })
  return response.json<Tokens>()
}

const rightsOf = ({ companyRole, authorities = [] }: Role): Rights => ({ companyRole, roles: [companyRole, ...authorities] })

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('There is nobody of that name here.')
  return value
}
