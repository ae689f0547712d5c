import { sql } from 'drizzle-orm'
import { PUBLIC_CLIENT, type Tokens } from '#contract/account.ts'
import type { CompanyId } from '#domain/ids.ts'
import type { Authority, CompanyRole, Rights } from '#domain/team/permissions.ts'
import { MINUTE } from '#domain/time.ts'
import { type aClock, anAddress, aUser, type createTestApp, type TestContext } from '../support/test-context.ts'

/** All principals that send requests. */
export const ALL_CALLERS = [
  'anonymous',
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
  'device',
  'apiKey',
  'revokedKey',
] as const
export type Who = (typeof ALL_CALLERS)[number]

/** `rights` are the current ones; null if the credentials identify no principal. */
export type TestPrincipal = { rights: Rights | null; company: 'ours' | 'theirs' | null; headers: Record<string, string>; refresh: string }

/** Contained in every text of our company, and in every text of the rival, and nowhere else. */
export const OURS = 'finch'
export const THEIRS = 'siskin'

/** The scopes of the API key in these tests. */
export const KEY_MAY: readonly string[] = [
  'machines:read',
  'stock:read',
  'stock:write',
  'passes:read',
  'reports:read',
  'team:read',
  'company:read',
  'issues:write',
]

export const loginOf = (company: string, who: string) => `${company}_${who.toLowerCase()}`
export const PASSWORD = 'correct horse'

type Role = { companyRole: CompanyRole; authorities?: Authority[] }
const MANAGER: Role = { companyRole: 'ROLE_MANAGER' }
const EMPLOYEE: Role = { companyRole: 'ROLE_EMPLOYEE' }

/** The users who sign in. Employees also get rights beyond the company role: none of them makes a manager. */
const ROLES = {
  revokedSession: MANAGER,
  expiredSession: MANAGER,
  // Users who had all rights and have none any more.
  disabled: { ...MANAGER, authorities: ['ROLE_SUPER_ADMIN', 'ROLE_HQ_MANAGER', 'ROLE_DEVICE_MANAGER'] },
  demoted: MANAGER,
  employee: EMPLOYEE,
  manager: MANAGER,
  headOffice: { ...MANAGER, authorities: ['ROLE_HQ_MANAGER'] },
  deviceManager: { ...EMPLOYEE, authorities: ['ROLE_DEVICE_MANAGER'] },
  superAdmin: { ...EMPLOYEE, authorities: ['ROLE_SUPER_ADMIN'] },
} as const satisfies Partial<Record<Who, Role>>

type Staff = { userOf(who: keyof typeof ROLES): number }

/** Our users, all of whom can still sign in. */
export async function aStaff(ctx: TestContext, company: CompanyId): Promise<Staff> {
  const people = new Map<string, number>()
  for (const [who, traits] of Object.entries(ROLES)) {
    const names = { login: loginOf(OURS, who), email: `${who}@${OURS}.example`, firstName: OURS, lastName: OURS, phoneNumber: OURS }
    people.set(who, (await aUser(ctx, { id: company }, { ...traits, ...names, password: PASSWORD })).id)
  }
  return { userOf: (who) => known(people.get(who)) }
}

type App = Awaited<ReturnType<typeof createTestApp>>
type Place = {
  app: App
  ctx: TestContext
  clock: ReturnType<typeof aClock>
  ours: CompanyId
  staff: Staff
  device: Pick<TestPrincipal, 'headers'>
}

/** Signs in every user and then changes them: revoked, expired, disabled or demoted. */
export async function principalsIn({ app, ctx, clock, ours, staff, device }: Place): Promise<Record<Who, TestPrincipal>> {
  const signIn = async (login: string): Promise<Pick<TestPrincipal, 'headers' | 'refresh'>> => {
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
  const ourOwn = async (who: keyof typeof ROLES, rights = rightsOf(ROLES[who])): Promise<TestPrincipal> => ({
    rights,
    company: 'ours',
    ...(await signIn(loginOf(OURS, who))),
  })
  const stranger = ({ headers, refresh }: Pick<TestPrincipal, 'headers' | 'refresh'>): TestPrincipal => ({
    rights: null,
    company: null,
    headers,
    refresh,
  })
  const manager = await ourOwn('manager')
  const aKey = async (name: string) => {
    const payload = { name, scopes: KEY_MAY }
    const made = await app.inject({ method: 'POST', url: '/api/api-keys', headers: manager.headers, payload })
    if (made.statusCode !== 201) throw new Error(made.body)
    const { id, key } = made.json<{ data: { id: number; key: string } }>().data
    return { id, headers: { authorization: `Bearer ${key}` } }
  }
  const [living, dead] = [await aKey('living'), await aKey('dead')]
  await app.inject({ method: 'DELETE', url: `/api/api-keys/${dead.id}`, headers: manager.headers })
  const principals: Record<Who, TestPrincipal> = {
    anonymous: stranger({ headers: {}, refresh: '' }),
    unknownToken: stranger({ headers: { authorization: `Bearer ${'x'.repeat(43)}` }, refresh: 'x'.repeat(43) }),
    revokedSession: stranger(revoked),
    expiredSession: stranger(expired),
    disabled: { ...(await ourOwn('disabled')), rights: null },
    demoted: await ourOwn('demoted', rightsOf(EMPLOYEE)),
    employee: await ourOwn('employee'),
    manager,
    headOffice: await ourOwn('headOffice'),
    deviceManager: await ourOwn('deviceManager'),
    superAdmin: await ourOwn('superAdmin'),
    rivalManager: { rights: rightsOf(MANAGER), company: 'theirs', ...(await signIn(loginOf(THEIRS, 'manager'))) },
    rivalEmployee: { rights: rightsOf(EMPLOYEE), company: 'theirs', ...(await signIn(loginOf(THEIRS, 'employee'))) },
    apiKey: { rights: rightsOf(MANAGER), company: 'ours', headers: living.headers, refresh: 'x'.repeat(43) },
    revokedKey: stranger({ headers: dead.headers, refresh: 'x'.repeat(43) }),
    device: { rights: null, company: 'ours', ...device, refresh: 'x'.repeat(43) },
  }
  await ctx.database.owner.execute(
    sql`update users set company_role = 'ROLE_EMPLOYEE' where company_id = ${ours} and id = ${staff.userOf('demoted')}`,
  )
  await ctx.database.owner.execute(sql`update users set enabled = false where company_id = ${ours} and id = ${staff.userOf('disabled')}`)
  return principals
}

/**
 * Tokens for the calls that require one in the body: each from its own session, because a refresh ends the previous access token, and from
 * a user who ends none.
 */
export async function tokensOf(app: App) {
  const login = loginOf(OURS, 'helper')
  const { access_token: access } = await tokensFor(app, login)
  const { refresh_token: refresh = '' } = await tokensFor(app, login)
  return { access, refresh, login, password: PASSWORD }
}

async function tokensFor(app: App, login: string): Promise<Tokens> {
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
  if (value === undefined) throw new Error('unknown principal')
  return value
}
