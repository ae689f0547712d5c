import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/keys.ts'
import { recordChange } from '../../audit-log/record-change.ts'
import { lockCompanyRow } from '../../db/company-settings.ts'
import { hashToken, KEY_PREFIX } from '../../http/authenticate.ts'
import { refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { serve } from '../../http/serve.ts'
import { endKey, findKeys, insertKey } from './keys.store.ts'

const KEYS_CHANGED = { activity: 'KEYS_CHANGED', changed: ['developer'] } as const

/** API keys for external systems. Managers create and revoke them; a key cannot. */
export function keysRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, contract.listApiKeys, (_input, { db, principal }) => findKeys(db, principal.companyId), { snapshot: true })

  serve(app, ctx, contract.addApiKey, async ({ body: { name, scopes: requested } }, caller) => {
    const { db, principal } = caller
    const scopes = [...new Set(requested)]
    await lockCompanyRow(db, principal.companyId)
    if ((await findKeys(db, principal.companyId)).length >= contract.MAX_KEYS) return refuse('TOO_MANY_KEYS')
    const key = KEY_PREFIX + randomBytes(32).toString('base64url')
    const made = { name, scopes, hint: key.slice(-4), keyHash: hashToken(key), userId: principal.userId, createdAt: ctx.now() }
    const id = await insertKey(db, principal.companyId, made)
    await recordChange(caller, KEYS_CHANGED, [{ action: 'api-key-added', of: { kind: 'api-key', id }, after: { name, scopes } }])
    const known = (await findKeys(db, principal.companyId)).find((one) => one.id === id)
    if (!known) throw new Error('the API key was not found after its creation')
    return { ...known, key }
  })

  serve(app, ctx, contract.revokeApiKey, async ({ params: { id } }, caller) => {
    const name = await endKey(caller.db, caller.principal.companyId, id, ctx.now())
    if (name === null) return refuse('API_KEY_NOT_FOUND')
    await recordChange(caller, KEYS_CHANGED, [{ action: 'api-key-revoked', of: { kind: 'api-key', id }, before: { name } }])
    return { id }
  })
}
