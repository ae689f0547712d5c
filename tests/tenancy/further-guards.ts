import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import * as account from '#contract/account.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as stock from '#contract/stock.ts'
import * as sync from '#contract/sync.ts'
import { file } from '#contract/system.ts'
import { MINUTE, toIso } from '#domain/time.ts'
import { rowsOf } from '../../server/db/client.ts'
import { hashToken } from '../../server/http/authenticate.ts'
import { refuse } from '../../server/http/refusal.ts'
import { serve } from '../../server/http/serve.ts'
import { rebuildBalances } from '../../server/self-check/balances.store.ts'
import { publish } from '../../server/sync/feed.ts'
import { PAGE } from '../../server/sync/sync.pull.ts'
import { assign, unassign } from '../support/fleet.ts'
import { createTestApp } from '../support/test-context.ts'
import { AT_LAST, BEFORE_SIGN_IN } from './before-sign-in.ts'
import { COMPANY_RULES } from './company-rules.ts'
import type { Facts } from './facts.ts'
import { LIVE_CHANNEL } from './live-channel.ts'
import { NEIGHBOURING_MACHINES } from './neighbouring-machines.ts'
import { THEIRS, type Who } from './people.ts'
import { requestsOf, send } from './requests.ts'
import { changesBetween, stateOf } from './state.ts'
import { idOf } from './test-values.ts'
import type { World } from './world.ts'

export type Ask = (
  who: Who,
  endpoint: Endpoint,
  values: Record<string, unknown>,
  facts?: Facts,
) => Promise<{ statusCode: number; body: string }>
export type GuardCase = [what: string, holds: (world: World, ask: Ask) => Promise<boolean>]

/** Guards that no policy table covers. The last ones advance the clock. */
const PARTICULARS: readonly GuardCase[] = [
  [
    'only managers undo the work of other users',
    async (_world, ask) => {
      const [theirs, own] = [idOf('work of a manager'), idOf('work of an employee')]
      await ask('manager', stock.restockSlots, { opId: theirs })
      await ask('employee', stock.restockSlots, { opId: own })
      const others = await ask('employee', stock.voidOperation, { operationId: theirs })
      const mine = await ask('employee', stock.voidOperation, { operationId: own, opId: idOf('undone by themselves') })
      return others.statusCode === 404 && mine.statusCode === 200
    },
  ],
  [
    'data for managers only is not readable by other roles',
    async ({ ctx, principals }) => {
      const app = await createTestApp(ctx)
      const forManagers = { ...account.me, path: '/for-managers', who: 'manager' } as const
      serve(app, { ...ctx, log: app.log }, forManagers, async () => refuse('NOT_FOUND'))
      const statusFor = async (who: Who) => (await app.inject({ url: '/api/for-managers', headers: principals[who].headers })).statusCode
      const statuses = [await statusFor('manager'), await statusFor('employee'), await statusFor('anonymous')]
      await app.close()
      return statuses.join() === '404,403,401'
    },
  ],
  [
    'results of operations come from our own feed, however far ahead the rival’s is',
    async (_world, ask) => {
      const opId = idOf('told by our own feed')
      await ask('employee', stock.restockSlots, { opId })
      const { cursor } = JSON.parse((await ask('employee', sync.pull, {})).body).data
      const later = JSON.parse((await ask('employee', sync.pull, { cursor, pending: opId })).body).data
      return later.processed.includes(opId)
    },
  ],
  [
    'a repeated operation returns its first result, whatever the rival did under its id',
    async ({ facts }, ask) => {
      const opId = idOf('said twice by both')
      const sayOnce = async () => [
        await ask('employee', stock.restockSlots, { opId, full: false }),
        await ask('rivalManager', stock.restockSlots, { opId }, facts.theirs.assigned),
      ]
      const [first, again] = [await sayOnce(), await sayOnce()]
      return first.every(({ statusCode }) => statusCode === 200) && isDeepStrictEqual(first.map(jsonOf), again.map(jsonOf))
    },
  ],
  [
    'balances are rebuilt and published for our own machines only',
    async ({ facts, ctx, ours, theirs }, ask) => {
      const { point, machine } = facts.ours.elsewhere
      const moveTheirs = (to: number) =>
        ctx.database.owner.execute(sql`update stock_points set machine_id = ${to} where company_id = ${theirs} and id = ${point}`)
      const { cursor } = JSON.parse((await ask('manager', sync.pull, {})).body).data
      await moveTheirs(facts.theirs.assigned.machine)
      await rebuildBalances(ctx, ours, [point])
      await moveTheirs(machine)
      const { changes } = JSON.parse((await ask('manager', sync.pull, { cursor })).body).data
      return changes.machines.length === 1 && changes.machines[0].id === machine
    },
  ],
  [
    'an operation is undone at its own machine only',
    async ({ facts }, ask) => {
      await ask('manager', stock.restockSlots, { opId: idOf('at its machine') })
      const values = { operationId: idOf('at its machine') }
      return (await ask('manager', stock.voidOperation, values, facts.ours.elsewhere)).statusCode === 404
    },
  ],
  ...[sync.push, sync.pull].flatMap((endpoint) =>
    (['userId', 'companyId'] as const).map(
      (field): GuardCase => [
        `a ${endpoint.name} that names another ${field} is refused`,
        async ({ facts }, ask) => {
          const others = { userId: facts.alone.userId, companyId: facts.theirs.assigned.companyId }
          const own = { userId: facts.ours.assigned.userId, companyId: facts.ours.assigned.companyId }
          const foreign = await ask('employee', endpoint, { [field]: others[field] })
          return foreign.statusCode === 409 && (await ask('employee', endpoint, own)).statusCode === 200
        },
      ],
    ),
  ),
  ...[sync.pull, sync.sync].map(
    (endpoint): GuardCase => [
      `a foreign cursor is rejected by ${endpoint.name}`,
      async (_world, ask) => {
        const cursorOf = async (who: Who) => JSON.parse((await ask(who, sync.pull, {})).body).data.cursor
        const stolen = [await cursorOf('manager'), await cursorOf('demoted')]
        const statuses = await Promise.all(stolen.map(async (cursor) => (await ask('employee', endpoint, { cursor })).statusCode))
        return (
          statuses.every((status) => status === 410) &&
          (await ask('employee', endpoint, { cursor: await cursorOf('employee') })).statusCode === 200
        )
      },
    ],
  ),
  [
    'a device receives only operations of its own user',
    async (_world, ask) => {
      const [theirs, own] = [idOf('event of a manager'), idOf('event of an employee')]
      await ask('manager', stock.restockSlots, { opId: theirs })
      await ask('employee', stock.restockSlots, { opId: own })
      const processed = async (id: string) => JSON.parse((await ask('employee', sync.pull, { pending: id })).body).data.processed
      return (await processed(theirs)).length === 0 && (await processed(own)).includes(own)
    },
  ],
  [
    'a device receives no rejected operations',
    async (_world, ask) => {
      const id = idOf('refused to an employee')
      await ask('employee', stock.restockSlots, { opId: id, productInstallationId: 999_999_999 })
      return JSON.parse((await ask('employee', sync.pull, { pending: id })).body).data.processed.length === 0
    },
  ],
  [
    'a serviceman receives only their own unassigned machines',
    async ({ facts }, ask) => {
      const { cursor } = JSON.parse((await ask('employee', sync.pull, {})).body).data
      const again = JSON.parse((await ask('employee', sync.pull, { cursor })).body).data
      const first = JSON.parse((await ask('demoted', sync.pull, {})).body).data
      return (
        again.removed.machines.length === 0 &&
        first.changes.machines.length === 0 &&
        !first.removed.machines.includes(facts.ours.assigned.machine)
      )
    },
  ],
  [
    'a serviceman receives an unassigned machine, also if a colleague has it now',
    async ({ facts, ctx, ours }, ask) => {
      const { machine, coffeeMachine } = facts.ours.former
      await assign(ctx, ours, machine, facts.alone.userId)
      const removedSinceEver = async (who: Who) => {
        const { cursor } = jsonOf(await ask(who, sync.pull, {})).data
        return jsonOf(await ask(who, sync.pull, { cursor: cursor.replace(/:\d+:~:0:/, ':0::0:') })).data.removed.machines
      }
      const [own, others] = [await removedSinceEver('employee'), await removedSinceEver('demoted')]
      await unassign(ctx, ours, machine, facts.alone.userId)
      // A deleted machine is removed for every user who had it.
      const { machine: gone, coffeeMachine: goneToo } = facts.ours.outOfService
      const taken = (machines: readonly number[]) => machines.filter((id) => id !== gone && id !== goneToo).toSorted()
      return isDeepStrictEqual(taken(own), [machine, coffeeMachine]) && taken(others).length === 0
    },
  ],
  [
    'a URL signed for one machine opens no other',
    async ({ facts }, ask) => {
      const [content = '', signature = ''] = facts.ours.assigned.file.split('.')
      const other = Buffer.from(
        JSON.stringify({ ...JSON.parse(Buffer.from(content, 'base64url').toString()), machine: facts.alone.machine }),
      )
      const forged = [
        `${other.toString('base64url')}.${signature}`,
        `${content}.`,
        `${content}.${signature}x`,
        `${content}.${signature}.${signature}`,
      ]
      const statuses = await Promise.all(forged.map(async (id) => (await ask('anonymous', file, { id })).statusCode))
      return (
        statuses.every((status) => status === 404) && (await ask('anonymous', file, { id: facts.ours.assigned.file })).statusCode === 200
      )
    },
  ],
  [
    'a dead token returns that it is invalid',
    async ({ principals }, ask) => {
      const tokenOf = (who: Who) => principals[who].headers.authorization?.replace('Bearer ', '') ?? ''
      const dead = (['unknownToken', 'revokedSession', 'expiredSession', 'disabled'] as const).map(tokenOf)
      const statuses = await Promise.all(dead.map(async (token) => (await ask('anonymous', account.checkToken, { token })).statusCode))
      return (
        statuses.every((status) => status === 400) &&
        (await ask('anonymous', account.checkToken, { token: tokenOf('manager') })).statusCode === 200
      )
    },
  ],
  [
    'disabled users and ended sessions cannot refresh',
    async ({ principals }, ask) => {
      const goOn = (who: Who) => ask('anonymous', account.token, { grant_type: 'refresh_token', refresh_token: principals[who].refresh })
      const statuses = await Promise.all(
        (['unknownToken', 'revokedSession', 'disabled'] as const).map(async (who) => (await goOn(who)).statusCode),
      )
      return statuses.every((status) => status === 400) && (await goOn('deviceManager')).statusCode === 200
    },
  ],
  [
    'a disabled user cannot sign in, and only the correct password returns the reason',
    async ({ tokens }, ask) => {
      const signIn = (username: string) => ask('anonymous', account.token, { username })
      const wrong = (username: string) => ask('anonymous', account.token, { username, password: 'not the password' })
      const [disabled, guessed, stranger, somebody] = [
        await signIn('finch_disabled'),
        await wrong('finch_disabled'),
        await signIn('finch_stranger'),
        await signIn(tokens.login),
      ]
      return disabled.statusCode >= 400 && guessed.body === stranger.body && somebody.statusCode === 200
    },
  ],
  [
    'ending a session by either token ends both',
    async ({ tokens }, ask) => {
      const ends = async (by: 'access_token' | 'refresh_token') => {
        const first = JSON.parse((await ask('anonymous', account.token, { username: tokens.login })).body)
        const second = JSON.parse(
          (await ask('anonymous', account.token, { grant_type: 'refresh_token', refresh_token: first.refresh_token })).body,
        )
        const before = await ask('anonymous', account.checkToken, { token: first.access_token })
        await ask('anonymous', account.revoke, { token: second[by] })
        const dead = await Promise.all([
          ask('anonymous', account.checkToken, { token: first.access_token }),
          ask('anonymous', account.checkToken, { token: second.access_token }),
          ask('anonymous', account.token, { grant_type: 'refresh_token', refresh_token: second.refresh_token }),
        ])
        return before.statusCode === 200 && dead.every(({ statusCode }) => statusCode === 400)
      }
      return (await ends('access_token')) && (await ends('refresh_token'))
    },
  ],
  [
    'results of operations do not wait for a colleague’s assignments',
    async ({ facts, ctx, ours }, ask) => {
      const opId = idOf('done before a colleague came')
      const { machine } = facts.ours.assigned
      await ask('employee', stock.restockSlots, { opId })
      const { cursor } = JSON.parse((await ask('employee', sync.pull, {})).body).data
      const moreThanAPage = Array.from({ length: PAGE + 1 }, (_, index) => ({ kind: 'product' as const, id: index + 1, removed: true }))
      await ctx.database.withTenant(ours, (db) => publish(db, ours, moreThanAPage, ctx.now()))
      await assign(ctx, ours, machine, facts.alone.userId)
      const { more, processed } = JSON.parse((await ask('employee', sync.pull, { cursor, pending: opId })).body).data
      await unassign(ctx, ours, machine, facts.alone.userId)
      return more && processed.includes(opId)
    },
  ],
  [
    'an undo affects our own work only, whatever the rival does under the same ids',
    async ({ facts, ctx, theirs, clock }, ask) => {
      const [both, rivals] = [idOf('done by both'), idOf('done by the rival')]
      const stocksOf = ({ body }: { body: string }) => JSON.parse(body).data.stocks
      clock.pass(MINUTE)
      const [filled] = stocksOf(await ask('employee', stock.restockSlots, { opId: both, full: false }))
      clock.pass(MINUTE)
      for (const opId of [both, rivals]) await ask('rivalManager', stock.restockSlots, { opId }, facts.theirs.assigned)
      const before = await stateOf(ctx.database, theirs)
      const [emptied] = stocksOf(await ask('employee', stock.voidOperation, { operationId: both }))
      const nothing = await ask('employee', stock.voidOperation, { operationId: rivals })
      return (
        emptied.currentQuantity === filled.currentQuantity - filled.added &&
        nothing.statusCode === 200 &&
        stocksOf(nothing).length === 0 &&
        changesBetween(before, await stateOf(ctx.database, theirs)).length === 0
      )
    },
  ],
  [
    'tokens of another company belong to no token family of ours',
    async (world, ask) => {
      const login = world.tokens.login
      const signIn = async () => JSON.parse((await ask('anonymous', account.token, { username: login })).body).refresh_token
      const goOn = (refresh_token: string) => ask('anonymous', account.token, { grant_type: 'refresh_token', refresh_token })
      const [first, other] = [await signIn(), await signIn()]
      const second = JSON.parse((await goOn(first)).body).refresh_token
      await goOn(other)
      for (const parent of [first, second, other]) await plantUsedToken(world, parent)
      const goesOn = (await goOn(second)).statusCode === 200
      const comesAgain = (await goOn(first)).statusCode === 200
      world.clock.pass(2 * MINUTE)
      return goesOn && comesAgain && (await goOn(other)).statusCode === 200
    },
  ],
  [
    'a session continues if a user with the same id in the other company is disabled',
    async (_, ask) => {
      const { refresh_token } = JSON.parse((await ask('anonymous', account.token, { username: `${THEIRS}_disabled` })).body)
      return (await ask('anonymous', account.token, { grant_type: 'refresh_token', refresh_token })).statusCode === 200
    },
  ],
  [
    'tokens and signed URLs expire',
    async ({ clock, facts, principals }, ask) => {
      const { access_token: before, refresh_token } = JSON.parse(
        (await ask('anonymous', account.token, { username: 'finch_manager' })).body,
      )
      clock.pass(11 * MINUTE)
      const expired = await ask('anonymous', file, { id: facts.ours.assigned.file })
      await ask('anonymous', account.token, { grant_type: 'refresh_token', refresh_token })
      clock.pass(5 * MINUTE)
      const access = await ask('anonymous', account.checkToken, { token: before })
      clock.pass(15 * 24 * 60 * MINUTE)
      const refresh = await ask('anonymous', account.token, { grant_type: 'refresh_token', refresh_token: principals.superAdmin.refresh })
      clock.pass(31 * 24 * 60 * MINUTE)
      const afterwards = await ask('anonymous', account.token, { username: 'finch_manager' })
      return expired.statusCode === 410 && access.statusCode === 400 && refresh.statusCode === 400 && afterwards.statusCode === 200
    },
  ],
]

export const jsonOf = ({ body }: { body: string }) => JSON.parse(body)

/** A token of the rival that claims to follow one of ours. */
const plantUsedToken = ({ ctx, theirs, clock }: World, parent: string) =>
  ctx.database.owner.execute(sql`
    insert into refresh_tokens (company_id, hash, session_id, parent_hash, created_at, expires_at, used_at)
    select ${theirs}, md5(${parent}), id, ${hashToken(parent)}, now(), now(), ${toIso(clock.now())}::timestamptz from sessions where company_id = ${theirs} limit 1`)

/** Copies the sessions with their ids to the rival. */
const copySessions = ({ ctx, ours, theirs }: World) =>
  ctx.database.owner.execute(sql`
    insert into sessions (company_id, id, user_id, access_hash, access_expires_at, created_at, last_used_at)
    select ${theirs}, id, user_id, md5(access_hash), access_expires_at, created_at, last_used_at from sessions where company_id = ${ours} on conflict do nothing`)

const sessionsOf = ({ ctx, theirs }: World) =>
  rowsOf<{ row: string }>(ctx.database.owner, sql`select to_jsonb(s)::text as row from sessions s where company_id = ${theirs} order by id`)

/** Returns the guards that do not hold. */
export async function failedGuards(world: World): Promise<string[]> {
  const { app, principals, facts, tokens } = world
  let requests = 0
  const ask: Ask = async (who, endpoint, values, about = facts.ours.assigned) => {
    const choice = values.grant_type === 'refresh_token' ? 1 : 0
    const fill = (place: { name: string }, sound: unknown) => (place.name in values ? values[place.name] : sound)
    const request = requestsOf(endpoint, { facts: about, tokens, asker: `particular ${++requests}`, fill })[choice]
    if (!request) throw new Error(`there is no such request to ${endpoint.name}`)
    return send(app, request, principals[who].headers)
  }
  const wrong: string[] = []
  await copySessions(world)
  const before = await sessionsOf(world)
  for (const [what, holds] of [
    ...LIVE_CHANNEL,
    ...BEFORE_SIGN_IN,
    ...COMPANY_RULES,
    ...NEIGHBOURING_MACHINES,
    ...PARTICULARS,
    ...AT_LAST,
  ]) {
    if (!(await holds(world, ask))) wrong.push(`does not hold: ${what}`)
    await copySessions(world)
  }
  const after = new Set((await sessionsOf(world)).map(({ row }) => row))
  if (!before.every(({ row }) => after.has(row))) wrong.push('a session of the rival was touched')
  return wrong
}
