import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Issue } from '#contract/issues.ts'
import { MINUTE, toIso } from '#domain/time.ts'
import { solveCaptcha } from '../../../tests/support/captcha.ts'
import { aMachine, assign, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aClock, anAddress, createTestApp } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'

const clock = aClock()
let world: TwoCompanies
let machine: StandingMachine
beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  machine = await aMachine(world.ctx, world.company, { name: 'Foyer', note: 'the key is under the mat' })
})
afterAll(() => world.close())

const issueBody = (more = {}) => ({
  identifier: randomUUID(),
  type: 'NO_CHANGE',
  details: 'It kept 2 euros',
  contactDetails: 'ada@kawa.example',
  ...more,
})
const report = (body: object, app = world.app, address = anAddress(), token = machine.token) =>
  app.inject({ method: 'POST', url: `/api/public/machines/${token}/issues`, remoteAddress: address, payload: body })
const kept = () =>
  rowsOf<{ company: number }>(
    world.ctx.database.owner,
    sql`select company_id as company, machine_id::float8 as machine, type, status, details, contact_details as contact from customer_issues order by created_at`,
  )

describe('manager', () => {
  afterAll(async () => {
    for (const table of ['activities', 'live_events', 'customer_issues'])
      await world.ctx.database.owner.execute(sql.raw(`delete from ${table}`))
  })

  type IssueOptions = { manager?: TwoCompanies['manager']['call'] }
  const list = async (query = '', { manager = world.manager.call }: IssueOptions = {}) => (await manager('GET', `/issues${query}`)).json()
  const idsOf = async (query: string) => (await list(query)).data.map(({ identifier }: Issue) => identifier)
  const reportIssue = async (more: object, token = machine.token) => {
    clock.pass(MINUTE)
    const body = issueBody(more)
    expect((await report(body, world.app, anAddress(), token)).statusCode).toBe(201)
    return body.identifier
  }
  const put = (id: string, status: string, key: string = randomUUID(), by = world.manager.call) =>
    by('PATCH', `/issues/${id}`, { status }, { 'idempotency-key': key })

  it('reads reports, newest first, by type, state, machine, group and time', async () => {
    const cellar = await aMachine(world.ctx, world.company, { name: 'Cellar' })
    const [group] = await rowsOf<{ id: number }>(
      world.ctx.database.owner,
      sql`insert into machine_groups (company_id, name, created_at) values (${world.company}, 'Cellars', now()) returning id::float8 as id`,
    )
    await world.ctx.database.owner.execute(
      sql`insert into grouped_machines (company_id, group_id, machine_id) values (${world.company}, ${group?.id ?? 0}, ${cellar.id})`,
    )
    const stuck = await reportIssue({ type: 'PRODUCT_STUCK' }, cellar.token)
    const noon = clock.now()
    const other = await reportIssue({ type: 'OTHER', details: '' })
    const { data, pageDetails } = await list()
    expect(data.slice(0, 2)).toEqual([
      {
        identifier: other,
        type: 'OTHER',
        status: 'OPEN',
        details: null,
        contactDetails: 'ada@kawa.example',
        machine: { id: machine.id, name: 'Foyer', active: true },
        created: toIso(clock.now()),
      },
      expect.objectContaining({ identifier: stuck, machine: expect.objectContaining({ name: 'Cellar' }) }),
    ])
    expect(pageDetails).toMatchObject({ page: 0, size: 100, totalElements: 2 })
    expect(await idsOf('?issueTypes=PRODUCT_STUCK,NO_CHANGE')).toEqual([stuck])
    expect(await idsOf(`?machine=${cellar.id}`)).toEqual([stuck])
    expect(await idsOf(`?group=${group?.id}`)).toEqual([stuck])
    expect(await idsOf(`?startDate=${toIso(noon + 1)}`)).toEqual([other])
    expect(await idsOf(`?endDate=${toIso(noon + 1)}`)).toEqual([stuck])
    expect(await idsOf('?size=1&page=1')).toEqual([stuck])
    expect(await idsOf('?status=RESOLVED')).toEqual([])
    expect((await world.manager.call('GET', '/issues?issueTypes=RUDE')).statusCode).toBe(400)
    expect((await world.serviceman.call('GET', '/issues')).statusCode).toBe(403)
    expect((await list('', { manager: world.rival.call })).data).toEqual([])
  })

  it('changes the status idempotently, with history', async () => {
    const id = await reportIssue({})
    const key = randomUUID()
    expect((await put(id, 'RESOLVED', key)).json().data).toMatchObject({ identifier: id, status: 'RESOLVED' })
    expect((await put(id, 'OPEN')).json().data.status).toBe('OPEN')
    expect((await put(id, 'RESOLVED', key)).headers['idempotency-replayed']).toBe('true')
    expect((await world.manager.call('GET', `/issues/${id}`)).json().data.status).toBe('OPEN')
    expect((await put(id, 'INVALID')).json().data.status).toBe('INVALID')
    expect(await idsOf('?status=INVALID')).toEqual([id])
    const trail = await rowsOf<{ after: string }>(
      world.ctx.database.owner,
      sql`select content -> 'after' ->> 'status' as after from audit_entries where content ->> 'action' = 'issue-changed' order by seq`,
    )
    expect(trail.map(({ after }) => after)).toEqual(['RESOLVED', 'OPEN', 'INVALID'])
    expect((await put(id, 'GONE')).statusCode).toBe(422)
    for (const by of [world.rival.call, world.serviceman.call]) {
      expect([403, 404]).toContain((await put(id, 'OPEN', randomUUID(), by)).statusCode)
      expect([403, 404]).toContain((await by('GET', `/issues/${id}`)).statusCode)
    }
    expect((await put(randomUUID(), 'OPEN')).json()).toMatchObject({ status: 404, code: 'ISSUE_NOT_FOUND' })
  })

  it('gets a link to it in the activity log; a serviceman does not', async () => {
    const id = await reportIssue({})
    await assign(world.ctx, world.company, machine.id, world.serviceman.id)
    const latest = async (by: TwoCompanies['manager']['call']) =>
      (await by('GET', '/activity?types=NEW_CUSTOMER_ISSUE&size=1')).json().data[0].details
    expect(await latest(world.manager.call)).toEqual({ issueType: 'NO_CHANGE', issue: id })
    expect(await latest(world.serviceman.call)).toEqual({ issueType: 'NO_CHANGE' })
  })
})

describe('customer at a machine', () => {
  it("learns only the machine's name from its sticker", async () => {
    const answer = await world.anonymous('GET', `/public/machines/${machine.token}`)
    expect(answer.json()).toEqual({ data: { name: 'Foyer' } })
    expect((await world.anonymous('GET', '/public/machines/unknown-token')).json()).toMatchObject({
      status: 404,
      code: 'MACHINE_NOT_FOUND',
    })
  })

  it('report counts once, however often it is sent', async () => {
    const body = issueBody()
    expect((await report(body)).json()).toEqual({ data: { identifier: body.identifier } })
    expect((await report(body)).statusCode).toBe(201)
    expect(await kept()).toEqual([
      {
        company: world.company,
        machine: machine.id,
        type: 'NO_CHANGE',
        status: 'OPEN',
        details: 'It kept 2 euros',
        contact: 'ada@kawa.example',
      },
    ])
    const feed = (await world.manager.call('GET', '/activity?types=NEW_CUSTOMER_ISSUE')).json().data
    expect(feed).toMatchObject([
      { machine: { id: machine.id }, user: null, message: 'It kept 2 euros', details: { issueType: 'NO_CHANGE' } },
    ])
    expect(JSON.stringify(feed)).not.toContain('ada@kawa.example')
    expect((await world.rival.call('GET', '/activity?types=NEW_CUSTOMER_ISSUE')).json().data).toEqual([])
    const events = await rowsOf<{ changed: string[] }>(
      world.ctx.database.owner,
      sql`select event -> 'data' -> 'changed' as changed from live_events where machine_id = ${machine.id}`,
    )
    expect(events.map(({ changed }) => changed)).toContainEqual(['issues', 'activity'])
  })

  it('report needs a type and a text of valid length', async () => {
    expect((await report(issueBody({ type: 'BAD_COFFEE' }))).json()).toMatchObject({ status: 422, code: 'INVALID' })
    expect((await report(issueBody({ details: 'x'.repeat(1_001) }))).statusCode).toBe(422)
    expect((await report(issueBody({ details: undefined, contactDetails: undefined }))).statusCode).toBe(201)
  })

  it('cannot report to unknown machines or machines out of service', async () => {
    const gone = await aMachine(world.ctx, world.company)
    await world.manager.call('DELETE', `/machines/${gone.id}`)
    expect((await report(issueBody(), world.app, anAddress(), gone.token)).statusCode).toBe(404)
    expect((await report(issueBody(), world.app, anAddress(), 'unknown-token')).statusCode).toBe(404)
  })

  it('needs a captcha solved for this action', async () => {
    const app = await createTestApp({ ...world.ctx, settings: { ...world.ctx.settings, captcha: 'altcha' } })
    const send = async (reCaptchaToken: string) => (await report(issueBody({ reCaptchaToken }), app)).statusCode
    expect(await send('')).toBe(400)
    expect(await send(await solveCaptcha(app, 'register'))).toBe(400)
    expect(await send(await solveCaptcha(app, 'issue'))).toBe(201)
    await app.close()
  })

  it('is rate limited per hour by network and by machine', async () => {
    const app = await createTestApp(world.ctx, { issues: 2, issuesOfMachine: 3 })
    const here = anAddress()
    const statuses = async (address: string, count: number) => {
      const codes: number[] = []
      for (let i = 0; i < count; i++) codes.push((await report(issueBody(), app, address)).statusCode)
      return codes
    }
    expect(await statuses(here, 3)).toEqual([201, 201, 429])
    expect(await statuses(anAddress(), 2)).toEqual([201, 429])
    await app.close()
  })
})
