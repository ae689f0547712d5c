import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { solveCaptcha } from '../../../tests/support/captcha.ts'
import { aMachine, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aClock, anAddress, anApp } from '../../../tests/support/house.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../database/database.ts'

const clock = aClock()
let world: TwoCompanies
let machine: StandingMachine
beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  machine = await aMachine(world.house, world.company, { name: 'Foyer', note: 'the key is under the mat' })
})
afterAll(() => world.close())

const said = (more = {}) => ({
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
    world.house.database.owner,
    sql`select company_id as company, machine_id::float8 as machine, type, status, details, contact_details as contact from customer_issues order by created_at`,
  )

describe('whoever stands before a machine', () => {
  it('learns its name by its sticker, and nothing else', async () => {
    const answer = await world.nobody('GET', `/public/machines/${machine.token}`)
    expect(answer.json()).toEqual({ data: { name: 'Foyer' } })
    expect((await world.nobody('GET', '/public/machines/nobody-has-this')).json()).toMatchObject({ status: 404, code: 'MACHINE_NOT_FOUND' })
  })

  it('tells its company what is wrong, once, however often it is sent', async () => {
    const body = said()
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
    const heard = await rowsOf<{ changed: string[] }>(
      world.house.database.owner,
      sql`select event -> 'data' -> 'changed' as changed from live_events where machine_id = ${machine.id}`,
    )
    expect(heard.map(({ changed }) => changed)).toContainEqual(['issues', 'activity'])
  })

  it('says what it is about, in words of a length that can be read', async () => {
    expect((await report(said({ type: 'BAD_COFFEE' }))).json()).toMatchObject({ status: 422, code: 'INVALID' })
    expect((await report(said({ details: 'x'.repeat(1_001) }))).statusCode).toBe(422)
    expect((await report(said({ details: undefined, contactDetails: undefined }))).statusCode).toBe(201)
  })

  it('reaches nobody by a machine that is out of service, or is none', async () => {
    const gone = await aMachine(world.house, world.company)
    await world.manager.call('DELETE', `/machines/${gone.id}`)
    expect((await report(said(), world.app, anAddress(), gone.token)).statusCode).toBe(404)
    expect((await report(said(), world.app, anAddress(), 'nobody-has-this')).statusCode).toBe(404)
  })

  it('has done the captcha for this very thing', async () => {
    const app = await anApp({ ...world.house, settings: { ...world.house.settings, captcha: 'altcha' } })
    const send = async (reCaptchaToken: string) => (await report(said({ reCaptchaToken }), app)).statusCode
    expect(await send('')).toBe(400)
    expect(await send(await solveCaptcha(app, 'register'))).toBe(400)
    expect(await send(await solveCaptcha(app, 'issue'))).toBe(201)
    await app.close()
  })

  it('is heard so often an hour from one network, and about one machine', async () => {
    const app = await anApp(world.house, { issues: 2, issuesOfMachine: 3 })
    const here = anAddress()
    const statuses = async (address: string, count: number) => {
      const codes: number[] = []
      for (let i = 0; i < count; i++) codes.push((await report(said(), app, address)).statusCode)
      return codes
    }
    expect(await statuses(here, 3)).toEqual([201, 201, 429])
    expect(await statuses(anAddress(), 2)).toEqual([201, 429])
    await app.close()
  })
})
