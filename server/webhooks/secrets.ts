import { createHmac, randomBytes } from 'node:crypto'
import type { CompanyId } from '#domain/ids.ts'
import type { AppContext } from '../http/request-context.ts'
import { seal, unseal } from '../secrets.ts'

/** Secrets in the format of Standard Webhooks: `whsec_` and 32 bytes in base64. */
const PREFIX = 'whsec_'

export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64')

const keyOf = ({ keyFor }: Pick<AppContext, 'keyFor'>) => keyFor('webhook secrets')
const boundTo = (company: CompanyId, id: string) => `${company} webhooks ${id}`

export const sealSecret = (ctx: Pick<AppContext, 'keyFor'>, company: CompanyId, id: string, secret: string): string =>
  seal(keyOf(ctx), secret, boundTo(company, id))

/** Null if it was encrypted with a previous master key. */
export const openSecret = (ctx: Pick<AppContext, 'keyFor'>, company: CompanyId, id: string, sealed: string): string | null =>
  unseal(keyOf(ctx), sealed, boundTo(company, id))

/** The headers of Standard Webhooks, with one signature per valid secret. */
export function signed(secrets: readonly string[], { id, at, body }: { id: string; at: number; body: string }): Record<string, string> {
  const seconds = Math.floor(at / 1000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') }
}
