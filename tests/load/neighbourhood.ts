import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId, UserId } from '#domain/ids.ts'
import { DAY } from '#domain/time.ts'
import { type Database, rowsOf } from '../../server/db/client.ts'
import { sessions } from '../../server/db/schema/account.ts'
import { STREAMS_A_PERSON } from '../../server/events/event-hub.ts'
import { newToken } from '../../server/features/account/tokens.ts'
import { hashToken } from '../../server/http/authenticate.ts'
import { aDevice, aMachine, aProduct } from '../support/fleet.ts'
import { aCompany, aUser, createTestContext, type TestContext } from '../support/test-context.ts'

/** The background load while users work: open screens, and devices in their own machines. */
export type Neighbourhood = {
  streams: { channel: string; token: string }[]
  devices: { imei: string; authorization: string }[]
  /** The machines of these devices by company: nothing else is sold there. */
  machines: { company: CompanyId; machine: MachineId }[]
}

type Settled = Neighbourhood & { company: CompanyId; tokens: string[] }

/** A larger company has few managers: one in ten active users, one in three who only watch. */
const MANAGES = { atWork: 10, lookingOn: 3 }

/** The number of companies that share the machines: about a hundred machines each. */
const COMPANIES = 20

/**
 * Adds users with a session each to the existing company, and distributes streams and devices over it and others. Must run while no server
 * does. Sessions last a day, so none is refreshed.
 */
export async function settle(
  database: Database,
  { people, streams, devices }: { people: number; streams: number; devices: number },
): Promise<Settled> {
  const ctx = await createTestContext({ database })
  const [demo] = await rowsOf<Company>(
    database.owner,
    sql`select c.id, c.event_channel_id as channel from companies c join users u on u.company_id = c.id where u.login = 'manager'`,
  )
  if (!demo) throw new Error('there is no demo company')
  const companies: Company[] = [demo]
  while (companies.length < Math.min(COMPANIES, devices)) {
    const { id, eventChannelId } = await aCompany(ctx, { name: `Neighbour ${companies.length}` })
    companies.push({ id, channel: eventChannelId })
  }
  const settled: Settled = { company: demo.id, tokens: [], streams: [], devices: [], machines: [] }
  for (let index = 0; index < people; index++)
    settled.tokens.push(await sessionOf(ctx, demo.id, { login: `at work ${index}`, isManager: index % MANAGES.atWork === 0 }))
  for (const [index, company] of companies.entries()) {
    const shareOf = (all: number) => Math.floor((all * (index + 1)) / companies.length) - Math.floor((all * index) / companies.length)
    let token = ''
    for (let count = 0; count < shareOf(streams); count++) {
      const person = Math.floor(count / STREAMS_A_PERSON)
      if (count % STREAMS_A_PERSON === 0)
        token = await sessionOf(ctx, company.id, { login: `looking on ${index} ${person}`, isManager: person % MANAGES.lookingOn === 0 })
      settled.streams.push({ channel: company.channel, token })
    }
    const product = await aProduct(ctx, company.id)
    for (let count = 0; count < shareOf(devices); count++) {
      const { id } = await aMachine(ctx, company.id, { slots: [{ number: '1', product, max: 100, price: 150, quantity: 100 }] })
      const { imei, signIn } = await aDevice(ctx, company.id, { machine: id })
      settled.machines.push({ company: company.id, machine: id })
      settled.devices.push({ imei, ...signIn })
    }
  }
  // Every serviceman has every machine of the company, so every event is sent to all of them.
  await database.owner.execute(sql`
    insert into assignments (company_id, machine_id, user_id, assigned_at)
    select u.company_id, m.id, u.id, now() from users u join machines m on m.company_id = u.company_id
    where u.company_role = 'ROLE_EMPLOYEE' and (u.login like 'at work %' or u.login like 'looking on %')`)
  return settled
}

type Company = { id: CompanyId; channel: string }

async function sessionOf(
  ctx: TestContext,
  company: CompanyId,
  { login, isManager }: { login: string; isManager: boolean },
): Promise<string> {
  const { id } = await aUser(ctx, { id: company }, { login, companyRole: isManager ? 'ROLE_MANAGER' : 'ROLE_EMPLOYEE' })
  const token = newToken()
  const at = ctx.now()
  await ctx.database.asSystem((db) =>
    db.insert(sessions).values({
      companyId: company,
      id: randomUUID(),
      userId: id satisfies UserId,
      accessHash: hashToken(token),
      accessExpiresAt: at + DAY,
      createdAt: at,
      lastUsedAt: at,
    }),
  )
  return token
}

/** The number of sales of these machines. */
export async function salesOf({ owner }: Database, machines: Neighbourhood['machines']): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    owner,
    sql`select count(*)::int as count from transactions t
      join jsonb_to_recordset(${JSON.stringify(machines)}::jsonb) as n(company int, machine bigint)
        on t.company_id = n.company and t.machine_id = n.machine`,
  )
  return row?.count ?? 0
}
