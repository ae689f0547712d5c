import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { listApiKeys } from '#contract/keys.ts'
import { rowsOf } from '../../server/db/client.ts'
import { announcementRecipients } from '../../server/features/account/announcements.store.ts'
import { linkForReset, namesBehind, useLink } from '../../server/features/account/links.store.ts'
import { branchesFor, goalOf, seatIn } from '../../server/features/account/seats.store.ts'
import { endSeatSessions } from '../../server/features/account/sessions.store.ts'
import { sendRequestedMail } from '../../server/features/account/write-mails.ts'
import type { Principal } from '../../server/http/request-context.ts'
import { aDevice } from '../support/fleet.ts'
import { aCompany } from '../support/test-context.ts'
import { type Ask, type GuardCase, jsonOf } from './further-guards.ts'
import { loginOf, OURS, THEIRS, type Who } from './people.ts'
import { changesBetween, stateOf } from './state.ts'
import { idOf } from './test-values.ts'
import type { World } from './world.ts'

/** Queries over all companies before the principal is known: row-level security does not protect them. */
export const BEFORE_SIGN_IN: readonly GuardCase[] = [
  [
    'an API key acts for its own company and currency, and only its own use is recorded',
    async (world, ask) => {
      const people = ['manager', 'rivalManager'] as const
      const keys = [await newKey(world, 'manager'), await newKey(world, 'rivalManager')]
      // The same number for both.
      await world.ctx.database.owner.execute(sql`
        with gone as (delete from api_keys where id = ${keys[1]?.id}::bigint returning *)
        insert into api_keys overriding system value
        select (jsonb_populate_record(null::api_keys, to_jsonb(gone) || jsonb_build_object('id', ${keys[0]?.id}::bigint))).* from gone`)
      const holds: boolean[] = []
      for (const [index, who] of people.entries()) {
        const before = await usesOfKeys(ask)
        const byPerson = await read(world, world.principals[who].headers)
        const byKey = await read(world, { authorization: `Bearer ${keys[index]?.key}` })
        const used = [...(await usesOfKeys(ask))].filter(([name, at]) => at !== before.get(name)).map(([name]) => name)
        holds.push(byPerson.length > 0, isDeepStrictEqual(byKey, byPerson), isDeepStrictEqual(used, [`${who} for ${who}`]))
      }
      return holds.every((is) => is)
    },
  ],
  [
    'a password reset sends one mail, from the user’s own company',
    async ({ ctx, ours }) => {
      const { database } = ctx
      const email = 'forgetful@finch.example'
      await database.owner.execute(
        sql`update users set email = ${email} where company_id = ${ours} and login = ${loginOf(OURS, 'employee')}`,
      )
      await database.asSystem((db) => sendRequestedMail(ctx, db, { kind: 'reset', email } as never))
      const mails = await rowsOf<{ company: number; words: string }>(
        database.owner,
        sql`select company_id as company, to_jsonb(m)::text as words from mails m where to_jsonb(m)::text like ${`%${email}%`}`,
      )
      return mails.length === 1 && mails.every(({ company, words }) => company === ours && words.includes(OURS) && !words.includes(THEIRS))
    },
  ],
  [
    'an id of another company looks like a missing one to a device',
    async ({ ctx, theirs, app, principals, facts }) => {
      await aDevice(ctx, theirs, { imei: 'only-the-rivals' })
      const lastReport = async (imei: string) =>
        (await app.inject({ url: `/api/telemetry/${imei}/commands`, headers: principals.device.headers })).statusCode
      const own = facts.ours.assigned
      return (await lastReport('only-the-rivals')) === 404 && (await lastReport(own.spare)) === 401 && (await lastReport(own.imei)) === 200
    },
  ],
  [
    'a subscriber is notified of news once',
    async ({ ctx }) => {
      await ctx.database.owner.execute('update users set system_updates = true where email is not null')
      const people = await ctx.database.asSystem(announcementRecipients)
      return people.length > 0 && new Set(people.map(({ email }) => email)).size === people.length
    },
  ],
]

/** Ends sessions and switches companies, so it runs last. */
export const AT_LAST: readonly GuardCase[] = [
  [
    'switching to a branch keeps the user, and other companies are not reachable',
    async ({ ctx, ours, theirs, principals }) => {
      const { database } = ctx
      const stranger = (await aCompany(ctx, { name: 'Nobody’s branch' })).id
      await database.owner.execute(sql`update companies set head_office_id = ${ours}, plan_name = 'of a branch' where id = ${theirs}`)
      const [hq] = await rowsOf<{ id: number }>(database.owner, sql`select id from users where login = ${loginOf(OURS, 'headOffice')}`)
      const [who, roles] = [{ companyId: ours, userId: hq?.id ?? 0 }, principals.headOffice.rights?.roles ?? []]
      const branches = await branchesFor(ctx, { ...ANONYMOUS, ...who, roles })
      const goals = await database.asSystem(async (db) => [
        await goalOf(db, who, theirs),
        await goalOf(db, who, ours),
        await goalOf(db, who, stranger),
      ])
      const seat = await database.asSystem((db) => seatIn(db, who, theirs, ctx.now()))
      const seats = await rowsOf<{ id: number; home: number; name: string }>(
        database.owner,
        sql`select id, home_company_id as home, first_name as name from users where home_user_id = ${who.userId} order by id`,
      )
      const back = await database.asSystem((db) => seatIn(db, seat, ours, ctx.now()))
      return (
        isDeepStrictEqual(branches.map(({ identifier }) => Number(identifier)).toSorted(), [ours, theirs].toSorted()) &&
        isDeepStrictEqual(
          goals.map((goal) => [goal?.isHome, goal?.isBranch]),
          [
            [false, true],
            [true, false],
            [false, false],
          ],
        ) &&
        goals[0]?.planName === 'of a branch' &&
        goals[1]?.planName !== 'of a branch' &&
        isDeepStrictEqual(seats, [{ id: seat.userId, home: ours, name: OURS }]) &&
        isDeepStrictEqual(back, who)
      )
    },
  ],
  [
    'a user disabled at home loses all seats, and a user with the same id does not',
    async ({ ctx, ours, theirs }) => {
      const { database } = ctx
      const [hq] = await rowsOf<{ id: number }>(database.owner, sql`select id from users where login = ${loginOf(OURS, 'headOffice')}`)
      const seat = await database.asSystem((db) => seatIn(db, { companyId: ours, userId: hq?.id ?? 0 }, theirs, ctx.now()))
      await database.owner.execute(sql`
        insert into users overriding system value
        select (jsonb_populate_record(null::users, to_jsonb(u) || jsonb_build_object('company_id', ${ours}::int, 'login', 'of the same number',
          'home_company_id', null, 'home_user_id', null))).* from users u where u.company_id = ${theirs} and u.id = ${seat.userId}`)
      const ended = '2026-01-01T00:00:00+00:00'
      for (const [company, name, revoked] of [
        [theirs, 'seat', null],
        [theirs, 'old seat', ended],
        [ours, 'same number', null],
      ] as const)
        await database.owner.execute(sql`
          insert into sessions (company_id, id, user_id, access_hash, access_expires_at, created_at, last_used_at, revoked_at)
          values (${company}, ${idOf(name)}::uuid, ${seat.userId}, ${name}, '2026-03-01', '2026-02-01', '2026-02-01', ${revoked}::timestamptz)`)
      await database.asSystem((db) => endSeatSessions(db, { companyId: ours, userId: hq?.id ?? 0 }, ctx.now()))
      const is = await rowsOf<{ name: string; at: string | null }>(
        database.owner,
        sql`select access_hash as name, case when revoked_at = ${ended}::timestamptz then 'before' when revoked_at is not null then 'now' end as at
          from sessions where user_id = ${seat.userId} and access_hash in ('seat', 'old seat', 'same number') order by 1`,
      )
      return isDeepStrictEqual(
        is.map(({ name, at }) => [name, at]),
        [
          ['old seat', 'before'],
          ['same number', null],
          ['seat', 'now'],
        ],
      )
    },
  ],
  [
    'a password link belongs to its user, not to one with the same id elsewhere',
    async ({ ctx, ours, theirs, facts }) => {
      const id = facts.ours.assigned.userId
      const [own, other] = await ctx.database.asSystem(async (db) => [
        await linkForReset(db, { companyId: ours, id }, ctx.now()),
        await linkForReset(db, { companyId: theirs, id }, ctx.now()),
      ])
      const behind = async (link: string) => (await ctx.database.asSystem((db) => namesBehind(db, link, ctx.now())))?.[0] ?? null
      const responses = [await behind(own ?? ''), await behind(other ?? '')]
      const before = await stateOf(ctx.database, theirs)
      const set = await ctx.database.asSystem((db) => useLink(db, own ?? '', 'x', ctx.now()))
      const touched = changesBetween(before, await stateOf(ctx.database, theirs))
      return (
        isDeepStrictEqual(responses, [loginOf(OURS, 'employee'), loginOf(THEIRS, 'employee')]) &&
        set?.companyId === ours &&
        touched.length === 0 &&
        (await behind(own ?? '')) === null &&
        (await behind(other ?? '')) === loginOf(THEIRS, 'employee')
      )
    },
  ],
]

const ANONYMOUS: Principal = {
  companyId: 0,
  userId: 0,
  sessionId: '',
  companyRole: 'ROLE_MANAGER',
  roles: [],
  currency: 'EUR',
  enabled: true,
}

async function newKey({ app, principals }: World, who: Who): Promise<{ id: number; key: string }> {
  const body = { name: `for ${who}`, scopes: ['machines:read', 'sales:read'] }
  return (await app.inject({ method: 'POST', url: '/api/api-keys', headers: principals[who].headers, payload: body })).json().data
}

/** The machines and sales visible to a user. */
async function read({ app }: World, headers: Record<string, string>): Promise<unknown[]> {
  const lists = await Promise.all(
    ['/machines', '/transactions?startDate=2026-02-01T00:00:00.000Z'].map((path) => app.inject({ url: `/api${path}`, headers })),
  )
  return lists.flatMap((answer) => (answer.statusCode === 200 ? answer.json().data : []))
}

/** When each key of both companies was last used. */
async function usesOfKeys(ask: Ask): Promise<Map<string, string | null>> {
  const uses = new Map<string, string | null>()
  for (const who of ['manager', 'rivalManager'] as const)
    for (const { name, lastUsedAt } of jsonOf(await ask(who, listApiKeys, {})).data) uses.set(`${who} ${name}`, lastUsedAt)
  return uses
}
