import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { PUBLIC_CLIENT, type Tokens } from '#contract/account.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { PageDetails } from '#contract/fields.ts'
import type { Authority, CompanyRole } from '#domain/team/permissions.ts'
import type { Moment } from '#domain/time.ts'
import { createApp } from '../../server/app.ts'
import { createAppContext } from '../../server/app-context.ts'
import type { Database } from '../../server/db/client.ts'
import { type Opened, openPostgres } from '../../server/db/connect.ts'
import { prepareDatabase } from '../../server/db/prepared.ts'
import { users } from '../../server/db/schema/account.ts'
import { companies } from '../../server/db/schema/company.ts'
import { type Limits, NO_LIMITS } from '../../server/http/limits.ts'
import { type LoadShedder, NO_LOAD_SHEDDING } from '../../server/http/load-shedding.ts'
import type { AppContext } from '../../server/http/request-context.ts'
import { unknownKeys } from '../../server/http/unknown-keys.ts'
import { readSettings, type Settings } from '../../server/settings.ts'
import { openPooled } from './embedded-pool.ts'
import { formatErrors } from './response-formats.ts'
import { noteViolation, rememberRefusals, serverLog } from './server-lines.ts'
import { copyMigrated, placeOf } from './shared-postgres.ts'

export type TestContext = Omit<AppContext, 'log'>

/** An app context with a new, empty database. The captcha is off by default. Close the database at the end. */
export async function createTestContext({
  settings = {},
  now = Date.now,
  database,
  masterKey = randomBytes(32),
}: {
  settings?: Partial<Settings>
  now?: () => Moment
  database?: Database
  masterKey?: Buffer
} = {}): Promise<TestContext> {
  const read = readSettings({ LOG_LEVEL: 'error', CAPTCHA: 'off', DEMO: 'off' })
  if ('wrong' in read) throw new Error(read.wrong)
  return createAppContext({ ...read.settings, ...settings }, database ?? (await aDatabase()), masterKey, now)
}

/** A clock that advances only on request. */
export function aClock(at: Moment = Date.parse('2026-03-02T08:00:00.000Z')) {
  return {
    now: () => at,
    pass: (time: number) => {
      at += time
    },
  }
}

/** The embedded database by default; TEST_DATABASE=postgres uses one in the PostgreSQL cluster of this run. */
export async function aDatabase(): Promise<Database> {
  if (process.env.TEST_DATABASE !== 'postgres') return openPooled(migrated)
  const opened = await openReal()
  if ('wrong' in opened) throw new Error(opened.wrong)
  return opened.database
}

let dump: Promise<Blob> | undefined

/** A dump of an empty, migrated embedded database, to start others with. */
export function migrated(): Promise<Blob> {
  dump ??= prepareDatabase()
  return dump
}

async function openReal(): Promise<Opened> {
  const copy = await copyMigrated()
  return 'missing' in copy ? { wrong: copy.missing } : openPostgres(placeOf(copy.url), 10)
}

/** The whole server without a port. Rate limits and load shedding are off by default, because a slow machine must not fail a test. */
export const createTestApp = async (
  ctx: TestContext,
  { gate = NO_LOAD_SHEDDING, ...limits }: Partial<Limits> & { gate?: LoadShedder } = {},
): Promise<FastifyInstance> =>
  checkResponses(rememberRefusals(await createApp(ctx, { limits: { ...NO_LIMITS, ...limits }, gate, logTo: serverLog })))

type TestCompany = typeof companies.$inferSelect

export async function aCompany(ctx: TestContext, traits: Partial<typeof companies.$inferInsert> = {}): Promise<TestCompany> {
  const name = traits.name ?? 'Kaffee Nord'
  const [company] = await ctx.database.asSystem((db) =>
    db
      .insert(companies)
      .values({
        legalName: name,
        country: 'DE',
        currency: 'EUR',
        locale: 'en-US',
        timezone: 'Europe/Berlin',
        planName: 'STANDARD',
        integrations: [],
        createdAt: ctx.now(),
        ...traits,
        name,
      })
      .returning(),
  )
  if (!company) throw new Error('the company was not inserted')
  return company
}

export type TestUser = typeof users.$inferSelect & { password: string }

type UserTraits = { login?: string; password?: string; companyRole?: CompanyRole; authorities?: Authority[] } & Partial<
  Pick<typeof users.$inferInsert, 'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'enabled'>
>

let people = 0
const hashes = new Map<string, Promise<string>>()

/** A hash contains its parameters, so signing in with this one takes a tenth of the usual time. */
const CHEAP = { memoryCost: 256, timeCost: 1, parallelism: 1 }

/** A user of the company who can sign in; a manager by default. */
export async function aUser(ctx: TestContext, company: { id: number }, traits: UserTraits = {}): Promise<TestUser> {
  const { login = `person_${++people}`, password = 'correct horse', ...rest } = traits
  const hashed = hashes.get(password) ?? hash(password, CHEAP)
  hashes.set(password, hashed)
  const passwordHash = await hashed
  const [user] = await ctx.database.asSystem((db) =>
    db
      .insert(users)
      .values({
        firstName: 'Ada',
        lastName: 'Nowak',
        companyRole: 'ROLE_MANAGER',
        createdAt: ctx.now(),
        ...rest,
        login,
        passwordHash,
        companyId: company.id,
      })
      .returning(),
  )
  if (!user) throw new Error('the user was not inserted')
  return { ...user, password }
}

let addresses = 0
/** An address that no other client of this process uses. */
export const anAddress = () => `10.${(++addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`

/** Signs in without a captcha and returns the headers of a signed-in request. */
export async function signedIn(app: FastifyInstance, login: string, password = 'correct horse'): Promise<{ authorization: string }> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/oauth/token',
    remoteAddress: anAddress(),
    headers: { authorization: PUBLIC_CLIENT, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'password', username: login, password, reCaptchaToken: '' }).toString(),
  })
  if (response.statusCode !== 200) throw new Error(`${login} cannot sign in: ${response.statusCode} ${response.body}`)
  return { authorization: `Bearer ${response.json<Tokens>().access_token}` }
}

/** Compares each successful JSON response with the schema of its endpoint, and records the differences. */
function checkResponses(app: FastifyInstance): FastifyInstance {
  app.addHook('onSend', async ({ routeOptions }, reply, payload) => {
    const { endpoint } = routeOptions.config ?? {}
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    if (endpoint?.answer && reply.statusCode < 300 && isJson && (typeof payload === 'string' || Buffer.isBuffer(payload))) {
      for (const violation of differencesOf(endpoint, JSON.parse(payload.toString()))) noteViolation(`${endpoint.name}: ${violation}`)
    }
    return payload
  })
  return app
}

/** Fields that are missing or of another type or format, and fields that the contract does not contain. */
function differencesOf(endpoint: Endpoint, response: unknown): string[] {
  const schema = schemaOf(endpoint)
  const read = v.safeParse(schema, response)
  if (!read.success) return read.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
  return [...unknownKeys(schema, response).map((key) => `${key}: is not in the contract`), ...new Set(formatErrors(schema, response))]
}

function schemaOf({ answer = v.unknown(), plain, paged }: Endpoint): v.GenericSchema {
  if (plain) return answer
  if (!paged) return v.object({ data: answer })
  return v.object({ data: answer, pageDetails: paged === true ? PageDetails : v.optional(PageDetails) })
}
