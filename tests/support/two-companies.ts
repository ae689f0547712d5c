import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { CompanyId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import { openPostgres } from '../../server/db/connect.ts'
import { copyMigrated, placeOf } from './shared-postgres.ts'
import { aClock, aCompany, aUser, createTestApp, createTestContext, signedIn } from './test-context.ts'
import { checkWatchedStock, watchStock } from './unpublished-stock.ts'

/** Sends requests with the headers of one principal and returns the response. */
export type Caller = (
  method: NonNullable<InjectOptions['method']>,
  url: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<LightMyRequestResponse>

export type TwoCompanies = Awaited<ReturnType<typeof twoCompanies>>

/**
 * Our company with a manager and a serviceman, and a rival that must never see its data. By default the clock is the same in every run and
 * does not advance. `close` fails if stock was changed without the feed, unless the test `changesStockItself`.
 */
export async function twoCompanies({
  changesStockItself = false,
  ...options
}: Parameters<typeof createTestContext>[0] & { changesStockItself?: boolean } = {}) {
  const ctx = await createTestContext({ now: aClock().now, ...options })
  if (!changesStockItself) await watchStock(ctx)
  const app = await createTestApp(ctx)
  const company = (await aCompany(ctx, { name: 'Ours' })).id
  const rivalCompany = (await aCompany(ctx, { name: 'Rival', currency: 'PLN' })).id

  const person = async (of: CompanyId, login: string, companyRole: 'ROLE_MANAGER' | 'ROLE_EMPLOYEE') => {
    const { id, password } = await aUser(ctx, { id: of }, { login, companyRole })
    const signIn = await signedIn(app, login, password)
    return { id, signIn, call: callerWith(app, signIn) }
  }
  return {
    ctx,
    app,
    company,
    rivalCompany,
    manager: await person(company, 'manager', 'ROLE_MANAGER'),
    serviceman: await person(company, 'serviceman', 'ROLE_EMPLOYEE'),
    rival: await person(rivalCompany, 'rival', 'ROLE_MANAGER'),
    anonymous: callerWith(app, {}),
    deadToken: callerWith(app, { authorization: `Bearer ${'x'.repeat(43)}` }),
    async close() {
      await app.close()
      try {
        if (!changesStockItself) await checkWatchedStock(ctx, [company, rivalCompany])
      } finally {
        await ctx.database.close()
      }
    },
  }
}

/** The same on the embedded database or on a new PostgreSQL database with this many connections; or the reason why it is not available. */
export async function twoCompaniesOn(
  kind: 'embedded' | 'postgresql',
  options: { connections?: number; now?: () => Moment; changesStockItself?: boolean } = {},
): Promise<TwoCompanies | { missing: string }> {
  const { connections = 12, ...traits } = options
  if (kind === 'embedded') return twoCompanies(traits)
  const copy = await copyMigrated()
  if ('missing' in copy) return copy
  const opened = await openPostgres(placeOf(copy.url), connections)
  if ('wrong' in opened) throw new Error(opened.wrong)
  return twoCompanies({ ...traits, database: opened.database })
}

/** Calls an app with these headers. */
export const callerWith =
  (app: FastifyInstance, signIn: Record<string, string>): Caller =>
  async (method, url, body, headers = {}) =>
    app.inject({
      method,
      url: `/api${url}`,
      headers: { ...signIn, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
