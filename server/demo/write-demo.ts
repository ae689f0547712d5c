import { sql } from 'drizzle-orm'
import { dayOf, isoDay } from '#domain/calendar.ts'
import type { CompanyId, MachineId, OperationId, ProductId, StockPointId, UserId } from '#domain/ids.ts'
import { toMinor } from '#domain/money.ts'
import { TERMS_VERSION } from '#domain/terms.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { toMilli } from '#domain/units.ts'
import { asTenant, type Db, rowsOf } from '../db/client.ts'
import { users } from '../db/schema/account.ts'
import { companies } from '../db/schema/company.ts'
import { products, recipeLines } from '../db/schema/products.ts'
import { rebuildDailySales } from '../self-check/daily-sales.store.ts'
import { type Change, publish } from '../sync/feed.ts'
import { IN_A_CASE } from './catalogue.ts'
import { Chance } from './chance.ts'
import { catalogueOf, moneyOf } from './fleet.ts'
import type { Ground } from './ground.ts'
import { type DemoCompany, managersOf, servicemenOf } from './people.ts'
import { DAYS, SEED, type Story } from './stories.ts'
import { writeAlertRules, writeCommissions, writeGroups, writeSubscription } from './write-company.ts'
import { writeActivities, writeIssues, writeNotifications, writeReviews } from './write-inbox.ts'
import { writeMachine } from './write-machine.ts'
import { writePasses } from './write-passes.ts'
import { writeRounds } from './write-rounds.ts'
import { writeSpareDevices } from './write-telemetry.ts'
import { writeTemplates } from './write-templates.ts'
import { writeVans } from './write-vans.ts'
import { writeWarehouse } from './write-warehouse.ts'

/** `stories`: the next ones are those of the company's machines. */
type DemoWish = {
  now: Moment
  machines: number
  stories: AsyncIterator<Story> | Iterator<Story>
  passwordHash: string
  headOffice: CompanyId | null
}

/** Writes a company and fills it. */
export async function writeDemo(db: Db, demo: DemoCompany, { headOffice, ...wish }: DemoWish): Promise<CompanyId> {
  const since = wish.now - DAYS * DAY
  const { name, address, postalCode, city, country, currency, locale, timezone, planName, integrations } = demo
  const ways = { country, currency, locale, timezone, planName, integrations }
  const details = {
    name,
    legalName: name,
    address,
    postalCode,
    city,
    ...ways,
    tosVersion: TERMS_VERSION,
    demo: 1,
    headOfficeId: headOffice,
    createdAt: since,
  }
  const [written] = await db.insert(companies).values(details).returning({ id: companies.id })
  if (!written) throw new Error(`writing the demo company ${name} failed`)
  await fillCompany(db, written.id, demo, wish)
  return written.id
}

/** Fills a company with users and products, and with machines one after another, each with its history. */
export async function fillCompany(
  db: Db,
  company: CompanyId,
  demo: DemoCompany,
  { now, machines, stories, passwordHash }: Omit<DemoWish, 'headOffice'>,
): Promise<void> {
  const since = now - DAYS * DAY
  const { name, timezone } = demo
  const money = moneyOf(demo)
  const userIds = await writeUsers(db, company, demo, since, passwordHash)
  if (demo.planName === 'STARTER') await writeSubscription(db, company, userIds.get(demo.users[0]?.login ?? '') ?? 0, { machines, now })
  const servicemen = servicemenOf(demo).map(({ login }) => userIds.get(login) ?? 0)
  const productIds = await writeProducts(db, company, demo, since)
  const ground: Ground = { company, money, productIds, servicemen, seed: SEED, now }
  const office = managersOf(demo).map(({ login }) => userIds.get(login) ?? 0)
  await writeWarehouse(db, ground, { demo, machines, since, office })
  await writePasses(db, ground, { demo, since, user: office[0] ?? 0 })

  if (managersOf(demo).some(({ email }) => email !== null)) await writeAlertRules(db, company, office[0] ?? 0, since)

  const changes: Change[] = [...productIds.values()].map((id) => ({ kind: 'product', id }))
  for (let written = 0; written < machines; written++) {
    const { value: story } = await stories.next()
    if (!story) throw new Error(`the history of a machine of ${name} is missing`)
    const { machineId, servicedBy } = await writeMachine(db, ground, story)
    changes.push(...changesOf(machineId, servicedBy))
  }
  const machineIds = changes.flatMap(({ kind, id }) => (kind === 'machine' ? [id] : []))
  await writeGroups(db, company, machineIds, since)
  await writeTemplates(db, company, now)
  await writeCommissions(db, ground, machineIds, isoDay(dayOf(since, timezone)))
  await writeIssues(db, company, machineIds, now)
  await asTenant(db, company, () => rebuildDailySales(db, company))
  await writeSpareDevices(db, ground)
  await writeActivities(db, company)
  await writeReviews(db, company)
  await writeNotifications(db, company)
  const expiring = await writeBestBefore(db, ground)
  changes.push(...(await writeRounds(db, ground, demo, expiring)))
  await writeVans(db, ground, demo)
  await asTenant(db, company, () => publish(db, company, changes, now))
}

/** The changes that devices need for a new machine. */
const changesOf = (machine: MachineId, serviceman: UserId): Change[] => [
  { kind: 'machine', id: machine },
  { kind: 'slots', id: machine },
  { kind: 'inventory', id: machine },
  { kind: 'assignment', id: machine, userId: serviceman },
]

async function writeUsers(db: Db, companyId: number, { users: people }: DemoCompany, createdAt: Moment, passwordHash: string) {
  const rows = people.map(({ roles, ...principal }) => {
    const authorities = roles.filter((role) => role !== principal.companyRole)
    return { companyId, ...principal, authorities, weeklyEmails: principal.companyRole === 'ROLE_MANAGER', passwordHash, createdAt }
  })
  const written = await db.insert(users).values(rows).returning({ id: users.id, login: users.login })
  return new Map(written.map(({ id, login }) => [login, id]))
}

async function writeProducts(db: Db, companyId: number, demo: DemoCompany, validFrom: Moment): Promise<Map<string, ProductId>> {
  const catalogue = catalogueOf(demo)
  const rows = catalogue.map(({ sku, name, volume, volumeType, packaging, tax, lastCost, tray }) => {
    const money = { taxBasisPoints: Math.round(tax * 100), lastCostMinor: toMinor(lastCost, demo.currency) }
    return { companyId, sku, name, volume, volumeType, packaging, caseSize: tray === null ? null : IN_A_CASE[tray], ...money }
  })
  const written = await db.insert(products).values(rows).returning({ id: products.id, sku: products.sku })
  const ids = new Map(written.map(({ id, sku }) => [sku, id]))
  const lines = catalogue.flatMap(({ sku, ingredients }) =>
    ingredients.map((ingredient) => {
      const [productId, ingredientId] = [ids.get(sku) ?? 0, ids.get(ingredient.sku) ?? 0]
      return { companyId, productId, ingredientId, validFrom, share: toMilli(ingredient.shareAmount) }
    }),
  )
  await db.insert(recipeLines).values(lines)
  return ids
}

/** Restocks of this period have dates. */
const SINCE = 7 * DAY
/** The share of slots whose dates are recorded, and of those with goods that expire soon. */
const [DATED, SOON] = [0.3, 0.06]
/** In days from now. */
const [SOONEST, SOON_UNTIL, LATEST] = [1, 10, 120]
/** In days: goods that expire sooner are removed by a task of today. */
const REMOVED = 3

/** Writes best-before dates of snacks that were restocked lately. Returns the machines of which some expire within days. */
async function writeBestBefore(db: Db, { company, seed, now }: Ground): Promise<Set<MachineId>> {
  const chance = new Chance(`${seed}/${company}/dates`)
  const snacks = await rowsOf<{ point: StockPointId; machine: MachineId }>(
    db,
    sql`select p.id::float8 as point, p.machine_id::float8 as machine from stock_points p join products pr on pr.company_id = p.company_id and pr.id = p.product_id
      where p.company_id = ${company} and p.kind = 'SLOT' and p.removed_at is null and p.balance > 0 and pr.packaging = 'PIECE' order by p.id`,
  )
  const machineOf = new Map(snacks.map(({ point, machine }) => [point, machine]))
  const restocks = await rowsOf<{ point: StockPointId; operation: OperationId }>(
    db,
    sql`select distinct on (v.stock_point_id) v.stock_point_id::float8 as point, v.operation_id as operation
      from movements v where v.company_id = ${company} and v.effective_at >= ${toIso(now - SINCE)}::timestamptz and v.cause = 'RESTOCK' and v.kind = 'delta'
      order by v.stock_point_id, v.effective_at desc`,
  )
  const expiring = new Set<MachineId>()
  const dated = restocks.flatMap(({ point, operation }) => {
    const machine = machineOf.get(point)
    if (machine === undefined || !chance.happens(DATED)) return []
    const days = chance.happens(SOON) ? chance.whole(SOONEST, SOON_UNTIL) : chance.whole(4 * SOON_UNTIL, LATEST)
    if (days <= REMOVED) expiring.add(machine)
    return [{ point, operation, day: toIso(now + days * DAY).slice(0, 10) }]
  })
  await db.execute(sql`
    insert into best_before_dates (company_id, stock_point_id, operation_id, best_before)
    select ${company}::int, d.point, d.operation, d.day
    from jsonb_to_recordset(${JSON.stringify(dated)}::jsonb) as d(point bigint, operation uuid, day date)`)
  return expiring
}
