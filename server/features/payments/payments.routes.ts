import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import * as contract from '#contract/payments.ts'
import { recordChange, SETTINGS_CHANGED } from '../../audit-log/record-change.ts'
import { refuseFields } from '../../http/field-errors.ts'
import { Refusal } from '../../http/refusal.ts'
import type { AppContext, RequestContext } from '../../http/request-context.ts'
import { serve } from '../../http/serve.ts'
import { seal, unseal } from '../../secrets.ts'
import { companyName, type Provider, sealedCredentials, terminalsInMachines, writeCredentials } from './payments.store.ts'

const { MASK } = contract
const SECRET_FIELDS: readonly string[] = ['apiKey', 'apiPassword', 'merchantSecurityCode', 'password']

/** Payment provider accounts of a company. Responses mask secrets, which are stored only encrypted. */
export function paymentsRoutes(app: FastifyInstance, ctx: AppContext) {
  const blik = async (caller: RequestContext, values: contract.BlikFields | null) => ({
    ...masked(contract.BlikFields, values),
    name: await companyName(caller.db, caller.principal.companyId),
  })
  serve(app, ctx, contract.blikCredentials, async (_input, caller) => blik(caller, await known(caller, 'BLIK', contract.BlikFields)))
  serve(app, ctx, contract.setBlikCredentials, async ({ body: { name: _, ...body } }, caller) => {
    const set = await change(caller, 'BLIK', contract.BlikFields, body)
    return set instanceof Refusal ? set : blik(caller, set)
  })

  serve(app, ctx, contract.terminalCredentials, async (_input, caller) =>
    masked(contract.TerminalFields, await known(caller, 'PEP', contract.TerminalFields)),
  )
  serve(app, ctx, contract.setTerminalCredentials, async ({ body }, caller) => {
    const set = await change(caller, 'PEP', contract.TerminalFields, body)
    return set instanceof Refusal ? set : masked(contract.TerminalFields, set)
  })
  serve(app, ctx, contract.terminals, (_input, { db, principal }) => terminalsInMachines(db, principal.companyId))
}

type Fields = v.ObjectSchema<Record<string, v.GenericSchema<string, string>>, undefined>

const keyOf = (ctx: RequestContext['ctx']) => ctx.keyFor('payment credentials')
const boundTo = ({ principal }: RequestContext, provider: Provider) => `${principal.companyId} payment_credentials ${provider}`

/** Null if nothing is stored, or if it was encrypted with a previous key; the fields must then be entered again. */
async function known<F extends Fields>(
  caller: RequestContext,
  provider: Provider,
  fields: F,
  how: { toChange?: boolean } = {},
): Promise<v.InferOutput<F> | null> {
  const sealed = await sealedCredentials(caller.db, caller.principal.companyId, provider, how)
  const plain = sealed === null ? null : unseal(keyOf(caller.ctx), sealed, boundTo(caller, provider))
  return plain === null ? null : v.parse(fields, JSON.parse(plain))
}

async function change<F extends Fields>(
  caller: RequestContext,
  provider: Provider,
  fields: F,
  values: v.InferOutput<F>,
): Promise<v.InferOutput<F> | Refusal> {
  const { db, principal, ctx } = caller
  const before = await known(caller, provider, fields, { toChange: true })
  const isKept = (name: string) => SECRET_FIELDS.includes(name) && Object(values)[name] === MASK
  const kept = Object.keys(values).filter(isKept)
  const missing = before ? undefined : kept[0]
  if (missing) return refuseFields([{ path: missing, message: 'is not set yet' }])
  const after = { ...values, ...Object.fromEntries(kept.map((name) => [name, Object(before)[name]])) }
  const now = ctx.now()
  const sealed = seal(keyOf(ctx), JSON.stringify(after), boundTo(caller, provider))
  await writeCredentials(db, principal.companyId, provider, sealed, { user: principal.userId, at: now })
  const changed = Object.keys(after).filter((name) => Object(before)[name] !== Object(after)[name])
  // The audit log contains field names but no values.
  await recordChange(caller, SETTINGS_CHANGED, [
    { action: 'payment-credentials-set', of: { kind: 'company', id: principal.companyId }, after: { provider, changed } },
  ])
  return after
}

function masked<F extends Fields>(fields: F, values: v.InferOutput<F> | null): v.InferOutput<F> {
  const shown = Object.keys(fields.entries).map((name) => {
    const value = String(Object(values)[name] ?? '')
    return [name, value && SECRET_FIELDS.includes(name) ? MASK : value]
  })
  return Object.fromEntries(shown) as v.InferOutput<F>
}
