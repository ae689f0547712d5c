import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMachine, aProduct } from '../../tests/support/fleet.ts'
import { aClock, aUser, signedIn } from '../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'
import { rowsOf } from '../db/client.ts'
import { machineStockByFeed, type ReadMachineStock } from '../ledger/machine-stock.ts'
import { staleAggregates } from '../self-check/aggregates.store.ts'

const clock = aClock()
let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

let people = 0
const aManager = async () => {
  const login = `boss_${++people}`
  await aUser(world.ctx, { id: world.company }, { login, email: `${login}@ours.example`, companyRole: 'ROLE_MANAGER' })
  return callerWith(world.app, await signedIn(world.app, login))
}
const dataOf = async (answer: ReturnType<Caller>) => (await answer).json().data
const statusOf = async (answer: ReturnType<Caller>) => (await answer).statusCode
const switchTo = (call: Caller, isInside: boolean) => call('PUT', '/sample/session', { isInside })

const rows = <Row>(statement: ReturnType<typeof sql>) => rowsOf<Row>(world.ctx.database.owner, statement)

/** The number of rows of each company in each table, as text. */
async function countsOf(company: number): Promise<string[]> {
  const tables = await rows<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`)
  const counted: string[] = []
  for (const { name } of tables) {
    const [row] = await rows<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(name)} where company_id = ${company}`,
    )
    if (row && row.count > 0) counted.push(`${name}: ${row.count}`)
  }
  return counted
}

describe('sample company', () => {
  test('is created once, apart from the own company, and consistent', async () => {
    const call = await aManager()
    await aMachine(world.ctx, world.company, { name: 'Own machine' })
    expect(await dataOf(call('GET', '/sample'))).toEqual({ company: 'Ours', contents: null })
    const before = await countsOf(world.company)
    const created = await dataOf(call('POST', '/sample'))
    expect(created.contents).toMatchObject({ machines: 5, products: expect.any(Number), sales: expect.any(Number) })
    expect(created.contents.sales).toBeGreaterThan(500)
    expect(await dataOf(call('POST', '/sample'))).toEqual(created)
    expect(await dataOf(call('GET', '/sample'))).toEqual(created)
    const grown = (counts: string[]) => counts.filter((count) => !count.startsWith('audit_entries'))
    expect(grown(await countsOf(world.company))).toEqual(grown(before))

    expect(await statusOf(switchTo(call, true))).toBe(200)
    const me = await dataOf(call('GET', '/accounts/me'))
    expect(me).toMatchObject({ companyName: 'Sample company', isSample: true, companyRole: 'ROLE_MANAGER', planName: 'CUSTOM' })
    expect((await dataOf(call('GET', '/machines'))).map(({ name }: { name: string }) => name)).not.toContain('Own machine')
    expect(await dataOf(call('GET', '/sample'))).toEqual(created)
    expect(await world.ctx.database.withTenant(me.companyId, (db) => staleAggregates(db, me.companyId, null))).toEqual([])
    expect(await statusOf(switchTo(call, false))).toBe(200)
    expect(await dataOf(call('GET', '/accounts/me'))).toMatchObject({ companyName: 'Ours', isSample: false })
  })

  test('is deleted with everything that was recorded there, and nothing else', async () => {
    const [call, colleague] = [await aManager(), await aManager()]
    await aProduct(world.ctx, world.company, { name: 'Own cola' })
    await call('POST', '/sample')
    await switchTo(call, true)
    await switchTo(colleague, true)
    const { companyId } = await dataOf(call('GET', '/accounts/me'))
    const user = { firstName: 'Ann', lastName: 'Lee', login: 'ann_abc12', companyRole: 'ROLE_EMPLOYEE', plainPassword: 'potato-34-x' }
    await call('POST', '/users', user)
    await call('POST', '/groups', { name: 'Tried' })
    const [own, rival] = [await countsOf(world.company), await countsOf(world.rivalCompany)]

    expect(await dataOf(call('DELETE', '/sample'))).toEqual({ companyId: world.company })
    for (const each of [call, colleague]) expect(await dataOf(each('GET', '/accounts/me'))).toMatchObject({ companyName: 'Ours' })
    expect((await countsOf(companyId)).filter((count) => !count.startsWith('audit_entries'))).toEqual([])
    const kept = (counts: string[]) => counts.filter((count) => !/^(audit_entries|sessions|refresh_tokens)/.test(count))
    expect(kept(await countsOf(world.company))).toEqual(kept(own))
    expect(await countsOf(world.rivalCompany)).toEqual(rival)
    expect(await dataOf(call('DELETE', '/sample'))).toEqual({ companyId: world.company })
    expect(await dataOf(call('GET', '/sample'))).toMatchObject({ contents: null })
    expect(await statusOf(switchTo(call, true))).toBe(404)
  })

  test('is filled again after it was deleted', async () => {
    const call = await aManager()
    await call('POST', '/sample')
    await call('DELETE', '/sample')
    expect((await dataOf(call('POST', '/sample'))).contents.machines).toBe(5)
    expect((await rows(sql`select from companies where sample_of_id = ${world.company}`)).length).toBe(1)
    await call('DELETE', '/sample')
  })

  test('has no kept stock of an earlier one when it is filled again', async () => {
    const call = await aManager()
    expect(await statusOf(call('POST', '/sample'))).toBe(200)
    const [sample] = await rows<{ id: number }>(sql`select id from companies where sample_of_id = ${world.company}`)
    const kept = machineStockByFeed()
    const stockFrom = (read: ReadMachineStock) =>
      world.ctx.database.withTenant(sample?.id ?? 0, async (db) => structuredClone(await read(db, sample?.id ?? 0, clock.now())), {
        snapshot: true,
      })
    await stockFrom(kept)
    await call('DELETE', '/sample')
    clock.pass(1)
    expect(await statusOf(call('POST', '/sample'))).toBe(200)
    expect(await stockFrom(kept)).toEqual(await stockFrom(machineStockByFeed()))
    await call('DELETE', '/sample')
  })

  test('belongs to the managers of its company alone', async () => {
    const call = await aManager()
    await call('POST', '/sample')
    await switchTo(call, true)
    const { companyId } = await dataOf(call('GET', '/accounts/me'))
    expect(await dataOf(world.rival.call('GET', '/sample'))).toMatchObject({ contents: null })
    expect(await statusOf(switchTo(world.rival.call, true))).toBe(404)
    await world.rival.call('DELETE', '/sample')
    expect(await dataOf(call('GET', '/accounts/me'))).toMatchObject({ companyId })
    for (const method of ['GET', 'POST', 'DELETE'] as const) expect(await statusOf(world.serviceman.call(method, '/sample'))).toBe(403)
    // The seat ends with the right.
    await world.ctx.database.owner.execute(sql`update users set company_role = 'ROLE_EMPLOYEE' where login = ${`boss_${people}`}`)
    expect(await statusOf(call('GET', '/accounts/me'))).toBe(401)
  })

  test('has no user who can sign in, receives mail or has further rights', async () => {
    const call = await aManager()
    await call('POST', '/sample')
    expect(
      await rows(sql`select u.login from users u join companies c on c.id = u.company_id and c.demo = 2
        where u.home_company_id is null and (u.password_hash <> '!' or u.email is not null or u.authorities <> '{}')`),
    ).toEqual([])
  })
})
