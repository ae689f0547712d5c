import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/keys.ts'
import { type Audited, audit } from '../../audit/audit.store.ts'
import type { Caller, House } from '../../http/caller.ts'
import { hashKey, KEY_PREFIX } from '../../http/key-words.ts'
import { refuse } from '../../http/refusal.ts'
import { serve } from '../../http/serve.ts'
import { tellLive } from '../../live/live.store.ts'
import { endKey, findKeys, insertKey } from './keys.store.ts'

/** Keys of outside systems: made and ended by managers, and never by a key. */
export function keysRoutes(app: FastifyInstance, house: House) {
  serve(app, house, contract.listApiKeys, (_input, { db, person }) => findKeys(db, person.companyId), { snapshot: true })

  serve(app, house, contract.addApiKey, async ({ body: { name, scopes: wanted } }, caller) => {
    const { db, person } = caller
    const scopes = [...new Set(wanted)]
    if ((await findKeys(db, person.companyId)).length >= contract.MOST_KEYS) return refuse('TOO_MANY_KEYS')
    const key = KEY_PREFIX + randomBytes(32).toString('base64url')
    const made = { name, scopes, hint: key.slice(-4), keyHash: hashKey(key), user: person.userId, at: house.now() }
    const id = await insertKey(db, person.companyId, made)
    await tell(caller, { action: 'api-key-added', of: { kind: 'api-key', id }, after: { name, scopes } })
    const known = (await findKeys(db, person.companyId)).find((one) => one.id === id)
    if (!known) throw new Error('a key that was made is not there')
    return { ...known, key }
  })

  serve(app, house, contract.revokeApiKey, async ({ params: { id } }, caller) => {
    const name = await endKey(caller.db, caller.person.companyId, id, house.now())
    if (name === null) return refuse('API_KEY_NOT_FOUND')
    await tell(caller, { action: 'api-key-revoked', of: { kind: 'api-key', id }, before: { name } })
    return { id }
  })
}

async function tell({ db, person: { companyId, userId }, house }: Caller, entry: Audited) {
  const at = house.now()
  await audit(db, companyId, { userId, at }, [entry])
  await tellLive(db, companyId, [{ activity: 'KEYS_CHANGED', at, machineId: null, changed: ['developer'] }], at)
}
