import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { HOUR, toIso } from '#domain/time.ts'
import { aDevice, aMachine, aProduct } from '../../../tests/support/fleet.ts'
import { aCompany } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { audit } from '../../audit-log/audit-log.store.ts'
import { type AuditFilter, entriesBefore, filteredEntries } from '../../audit-log/audit-log-page.store.ts'
import { rowsOf } from '../../db/client.ts'

let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies()
})
afterAll(() => world.close())

type Page = { data: AuditEntry[]; pageDetails: { totalElements: number; hasNext: boolean } }

test("hostile use: managers read only their own company's audit log, paginated, latest first", async () => {
  const { manager, rival, serviceman } = world
  const { machineGroupId } = (await manager.call('POST', '/groups', { name: 'North' })).json().data
  await manager.call('PATCH', `/groups/${machineGroupId}`, { name: 'South' })
  const read = async (query = '', by = manager) => (await by.call('GET', `/audit${query}`)).json<Page>()
  const all = await read()
  expect(all.data[0]).toMatchObject({
    action: 'group-renamed',
    of: { kind: 'group', id: machineGroupId },
    user: { id: manager.id, name: expect.any(String) },
    apiKey: null,
    deviceAt: null,
  })
  expect(all.data[1]).toMatchObject({ action: 'group-added' })
  expect(all.pageDetails).toMatchObject({ totalElements: all.data.length, hasNext: false })
  const [first, second] = [await read('?size=1'), await read('?size=1&page=1')]
  expect([first.data, second.data]).toEqual([all.data.slice(0, 1), all.data.slice(1, 2)])
  expect(first.pageDetails.hasNext).toBe(true)
  expect((await read('?page=999')).data).toEqual([])
  expect((await read('', rival)).data.map(({ action }) => action)).not.toContain('group-renamed')
  expect((await serviceman.call('GET', '/audit')).statusCode).toBe(403)
})

describe('filters', () => {
  const read = async (query: string, by = world.manager) => {
    const answer = await by.call('GET', `/audit${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<Page>()
  }
  const actions = async (query: string) => (await read(query)).data.map(({ action }) => action)

  test("a machine's list contains changes of its slots, stock and devices, and names them", async () => {
    const { ctx, company, manager } = world
    const [cola, water] = [await aProduct(ctx, company, { name: 'Cola' }), await aProduct(ctx, company, { name: 'Water' })]
    const slots = [
      { number: '11', product: cola, max: 10, price: 150, quantity: 2 },
      { number: '12', product: cola, max: 10, price: 150, quantity: 2 },
    ]
    const machine = await aMachine(ctx, company, { name: 'Hall', slots })
    const device = await aDevice(ctx, company, { machine: machine.id })
    const other = await aMachine(ctx, company, { name: 'Roof', slots: [{ number: '11', product: cola, max: 10, price: 100 }] })
    const { slotId, point } = machine.slot('11')
    const at = `/machines/${machine.id}`
    await manager.call('PATCH', `/machines/${other.id}/slots`, [{ slotId: other.slot('11').slotId, vendPrice: 1.2 }])
    await manager.call('PATCH', `${at}/slots`, [{ slotId, vendPrice: 1.8, productId: water }])
    await manager.call('PATCH', `${at}/slots`, [{ slotId: machine.slot('12').slotId, vendPrice: 2 }])
    const restocked = await manager.call('POST', `${at}/slots/restock`, [{ productInstallationId: point, quantity: 1 }])
    const { operationId } = restocked.json<{ data: { operationId: string } }>().data
    await manager.call('POST', `${at}/voids`, { operationId })
    expect((await manager.call('PATCH', `/devices/${device.id}`, { apnName: 'm2m' })).statusCode).toBe(200)

    const all = await read(`?machine=${machine.id}`)
    expect(all.data.map(({ action }) => action)).toEqual(['device-changed', 'operation-undone', 'slots-edited', 'slots-edited'])
    expect(all.pageDetails.totalElements).toBe(4)
    expect(all.data[0]).toMatchObject({ machine: { id: machine.id, name: 'Hall', active: true }, after: { apnName: 'm2m' } })
    expect(all.data[1]?.activity).toMatchObject({ id: expect.any(Number) })
    const first = all.data[3]
    expect(first?.names).toEqual(
      expect.arrayContaining([
        { kind: 'machine', id: machine.id, name: 'Hall' },
        { kind: 'product', id: cola, name: 'Cola' },
        { kind: 'product', id: water, name: 'Water' },
        { kind: 'slot', id: slotId, name: '11' },
      ]),
    )
    expect((await read(`?slot=${slotId}`)).data).toEqual([first])
    expect((await read(`?slot=${slotId}&machine=${other.id}`)).data).toEqual([])
    expect(await actions(`?machine=${machine.id}&kind=slots`)).toEqual(['slots-edited', 'slots-edited'])
    expect(await actions(`?machine=${machine.id}&kind=stock`)).toEqual(['operation-undone'])
    const [second, third] = [await read(`?machine=${machine.id}&size=1&page=1`), await read(`?machine=${machine.id}&size=1&page=2`)]
    expect([...second.data, ...third.data]).toEqual(all.data.slice(1, 3))
    expect(second.pageDetails).toMatchObject({ totalElements: 4, hasNext: true })

    await manager.call('DELETE', `${at}/slots/${slotId}?stock=LOST`)
    expect((await read(`?slot=${slotId}&size=1`)).data[0]).toMatchObject({
      action: 'slot-deleted',
      names: expect.arrayContaining([{ kind: 'slot', id: slotId, name: '11' }]),
    })
  })

  test('a copied planogram is listed for each slot that it changes, adds or removes', async () => {
    const { ctx, company, manager } = world
    const product = await aProduct(ctx, company)
    const slot = (number: string, price: number) => ({ number, product, max: 10, price })
    const source = await aMachine(ctx, company, { slots: [slot('1', 100), slot('2', 100)] })
    const target = await aMachine(ctx, company, { slots: [slot('1', 200), slot('3', 100), slot('4', 100)] })
    const copied = await manager.call('PUT', `/machines/${target.id}/slots/${source.id}`, { stock: 'LOST' })
    expect(copied.statusCode, copied.body).toBe(200)
    const kept = await manager.call('GET', `/machines/${target.id}/slots`)
    const ids = kept.json<{ data: { slotId: number; slotNumber: string }[] }>().data
    for (const { slotId } of [...ids, target.slot('3')]) expect(await actions(`?slot=${slotId}`)).toEqual(['slots-copied'])
  })

  test('by kind, person and time', async () => {
    const { manager, serviceman } = world
    const { machineGroupId: group } = (await manager.call('POST', '/groups', { name: 'East' })).json().data
    const { id } = (await manager.call('POST', '/machines', { name: 'Gate', type: 'SNACK' })).json().data
    await manager.call('PATCH', `/machines/${id}/groups/${group}`)
    await manager.call('DELETE', `/groups/${group}`)
    const [removal, grouping] = (await read('?kind=machines')).data.filter(({ action }) => action !== 'machine-added')
    expect(removal).toMatchObject({ action: 'group-deleted', names: [{ kind: 'group', id: group, name: 'East' }] })
    // Of the deleted group, only the log knows the name.
    expect(grouping).toMatchObject({ names: expect.arrayContaining([{ kind: 'group', id: group, name: 'East' }]) })
    expect(await actions('?kind=imports')).toEqual([])
    expect(new Set(await actions(`?user=${manager.id}`)).has('group-deleted')).toBe(true)
    expect(await actions(`?user=${serviceman.id}&kind=machines`)).toEqual([])
    const now = world.ctx.now()
    const span = (since: number, until: number) => `?since=${toIso(since)}&until=${toIso(until)}`
    expect(await actions(span(now - HOUR, now + HOUR))).toContain('group-deleted')
    expect(await actions(span(now + HOUR, now + 2 * HOUR))).toEqual([])
    expect(await actions(span(now - 2 * HOUR, now - HOUR))).toEqual([])
  })

  test.each(['kind=all', 'kind=', 'user=x', 'user=0', 'machine=-1', 'slot=1.5', 'since=yesterday', 'until=1', 'person=1'])(
    'hostile use: %s is refused',
    async (query) => expect((await world.manager.call('GET', `/audit?${query}`)).statusCode).toBe(400),
  )
})

describe('files', () => {
  const fileOf = async (query: string, by = world.manager) => {
    const { downloadUrl } = (await by.call('GET', `/audit?${query}`)).json<{ data: { downloadUrl: string } }>().data
    return world.app.inject({ method: 'GET', url: downloadUrl })
  }

  test('hostile use: the list as CSV in words, without formulas, by the filters', async () => {
    const { ctx, company, manager } = world
    const product = await aProduct(ctx, company, { name: '=HYPERLINK("x")' })
    const machine = await aMachine(ctx, company, { name: '+Hall', slots: [{ number: '11', product, max: 10, price: 150 }] })
    const { slotId } = machine.slot('11')
    await manager.call('PATCH', `/machines/${machine.id}/slots`, [{ slotId, vendPrice: 1.8, productId: null }])
    const file = await fileOf(`machine=${machine.id}&exportType=csv&locale=de-DE`)
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-type']).toContain('text/csv')
    expect(file.headers['content-disposition']).toMatch(/\.csv/)
    const text = file.rawPayload.toString()
    expect(text.startsWith('\uFEFFWann;Wer;')).toBe(true)
    expect(text).toContain(";Schächte geändert;'+Hall;")
    expect(text).toMatch(/Schacht 11 · Preis: 1,50\s€ → 1,80\s€/)
    expect(text).toContain('Produkt: =HYPERLINK(""x"") → leer')
    expect(text.trim().split('\r\n')).toHaveLength(2)
    expect(text).not.toContain('vendPrice')
  })

  test('hostile use: a file contains every entry once, and only those of the own company', async () => {
    const { ctx, manager, rival } = world
    const { id } = await aCompany(ctx)
    await ctx.database.withTenant(id, async (db) => {
      for (let entry = 0; entry < 5; entry++)
        await audit(db, id, { userId: 1, at: ctx.now() }, [{ action: 'slots-edited', of: { kind: 'machine', id: entry } }])
    })
    const read = async (filter: AuditFilter) => {
      const seen: number[] = []
      for (let before: AuditEntry | undefined; ; ) {
        const page = await ctx.database.withTenant(id, (db) => entriesBefore(db, id, filter, { before, size: 2 }))
        seen.push(...page.map(({ seq }) => seq))
        before = page.at(-1)
        if (page.length < 2) return seen
      }
    }
    for (const filter of [{}, { kind: 'slots' }, { user: 1 }] satisfies AuditFilter[]) expect(await read(filter)).toEqual([5, 4, 3, 2, 1])
    const sheet = await fileOf('exportType=xlsx')
    expect(sheet.headers['content-type']).toContain('spreadsheetml')
    await manager.call('POST', '/groups', { name: 'Only ours' })
    expect((await fileOf('exportType=csv')).rawPayload.toString()).toContain('Only ours')
    expect((await fileOf('exportType=csv', rival)).rawPayload.toString()).not.toContain('Only ours')
  })
})

test('a page of any filter reads few of many entries, however rare they are', async () => {
  const { ctx } = world
  const { id } = await aCompany(ctx)
  const { owner } = ctx.database
  const many = Number(process.env.AUDIT_ENTRIES ?? 20_000)
  await owner.execute(sql`
    insert into audit_entries (company_id, seq, at, content, hash, action, user_id, machine_id)
    select ${id}, n, ${toIso(ctx.now())}::timestamptz - (${many} - n) * interval '1 second', '{}', '',
      case when n % 5000 = 0 then 'group-added' when n % 2 = 0 then 'slots-edited' else 'signed-in' end,
      case when n % 5000 = 1 then 7 else n % 3 end, n % 101
    from generate_series(1, ${many}) n`)
  await owner.execute(sql`analyze audit_entries`)
  const end = ctx.now()
  const rare = { since: end - HOUR, until: end - HOUR / 2 }
  const filters: AuditFilter[] = [
    { kind: 'slots' },
    { kind: 'machines' },
    { kind: 'imports' },
    { user: 1 },
    { user: 7 },
    { machine: 5 },
    { machine: 5, kind: 'slots' },
    rare,
    { kind: 'slots', ...rare },
    { user: 1, ...rare },
  ]
  for (const filter of filters) {
    const [row] = await ctx.database.withTenant(id, (db) =>
      rowsOf<{ 'QUERY PLAN': [{ Plan: PlanNode; 'Execution Time': number }] }>(
        db,
        sql`explain (analyze, format json) ${filteredEntries(id, filter, { page: 0, size: 50 })}`,
      ),
    )
    const read = nodesOf(row?.['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] === 'audit_entries')
    if (process.env.AUDIT_ENTRIES) console.log(filter, row?.['QUERY PLAN'][0]['Execution Time'], read)
    expect(read.map((node) => node['Node Type'])).not.toContain('Seq Scan')
    const rows = read.map((node) => node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)))
    expect(Math.max(...rows), JSON.stringify(filter)).toBeLessThanOrEqual(250)
  }
})

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}
const nodesOf = (node: PlanNode | undefined): PlanNode[] => (node ? [node, ...(node.Plans ?? []).flatMap(nodesOf)] : [])
