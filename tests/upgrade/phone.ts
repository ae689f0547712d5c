import 'fake-indexeddb/auto'
import type { FastifyInstance } from 'fastify'
import type { Account } from '#contract/account.ts'
import type { Moment } from '#domain/time.ts'
import { dexieStore, LocalDb } from '#offline/database.ts'
import { type Device, newId, steadyClock } from '#offline/device.ts'
import { localDbName } from '#offline/records.ts'
import type { Answer, SyncCalls } from '#offline/sync-calls.ts'
import { callerWith } from '../support/two-companies.ts'

export type Phone = { db: LocalDb; device: Device; calls: SyncCalls }

/** The app's sync engine on this user's database, connected to a server in the same process. */
export async function openPhone(
  app: FastifyInstance,
  signIn: Record<string, string>,
  account: Account,
  now: () => Moment = Date.now,
): Promise<Phone> {
  const db = new LocalDb(localDbName(account.companyId, account.userId))
  await db.open()
  const device: Device = { store: dexieStore(db), now, steady: steadyClock, newId, makeRoom: async () => {}, wake: () => {} }
  const call = callerWith(app, signIn)
  const ask = async <T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer<T>> => {
    const answer = await call(method, path, body)
    if (answer.statusCode !== 200) return { state: 'refused', status: answer.statusCode, code: answer.json<{ code: string }>().code }
    return { state: 'answered', value: answer.json<{ data: T }>().data }
  }
  const who = { userId: account.userId, companyId: account.companyId, deviceId: 'a-phone' }
  return {
    db,
    device,
    calls: {
      ask: () => ask('GET', '/health'),
      push: (ops) => ask('POST', '/sync/push', { ...who, app: 'test', ops }),
      pull: ({ cursor, pending }) => ask('POST', '/sync/pull', { ...who, cursor, pending }),
    },
  }
}
