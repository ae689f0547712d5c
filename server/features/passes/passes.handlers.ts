import { randomUUID } from 'node:crypto'
import type { CheckedOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/passes.ts'
import { toDecimal, toMinor } from '#domain/money.ts'
import { MAX_CREDIT, type PassCause } from '#domain/passes.ts'
import type { Audited } from '../../audit-log/audit-log.store.ts'
import { recordChange } from '../../audit-log/record-change.ts'
import { amountErrors, refuseFields } from '../../http/field-errors.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { keyOf } from '../../idempotency/idempotency.ts'
import {
  type Card,
  insertPasses,
  lockActive,
  lockPass,
  moveCredit,
  type PassOperation,
  passOf,
  unassignPass,
  writePass,
} from './passes.store.ts'

export const PASSES_CHANGED = { activity: 'PASSES_CHANGED', changed: ['passes'] } as const

type Answer<T> = Promise<T | Refusal>

export async function addPass(input: CheckedOf<typeof contract.addPass>['body'], caller: RequestContext): Answer<contract.Pass> {
  const { db, principal } = caller
  const wrong = noAmounts(input, caller)
  if (wrong) return wrong
  const { cardIdentifier, holderName, creditAmount, recurringCreditAmount, isActive } = input
  const minor = (amount: number) => toMinor(amount, principal.currency)
  const card = { cardIdentifier, holderName, balance: minor(creditAmount), recurring: minor(recurringCreditAmount), isActive }
  const [pass] = await insertPasses(db, principal.companyId, [card], passOperation('OPENED', caller))
  if (!pass) return refuse('PASS_EXISTS')
  return finish(pass, { action: 'pass-added', of: { kind: 'pass', id: cardIdentifier }, after: input }, caller)
}

export async function changePass(
  card: string,
  input: CheckedOf<typeof contract.changePass>['body'],
  caller: RequestContext,
): Answer<contract.Pass> {
  const { db, principal } = caller
  const wrong = noAmounts(input, caller)
  if (wrong) return wrong
  const before = await lockPass(db, principal.companyId, card)
  if (!before) return refuse('PASS_NOT_FOUND')
  const minor = (amount: number | undefined, now: number) => (amount === undefined ? now : toMinor(amount, principal.currency))
  const [balance, seen] = [minor(input.creditAmount, before.balance), minor(input.creditBefore, before.balance)]
  const isMoved = balance !== before.balance
  // Rejects a decision based on an outdated balance, because it would overwrite movements made meanwhile.
  if (input.creditAmount !== undefined && seen !== before.balance)
    return refuse('PASS_CHANGED', { details: { creditAmount: toDecimal(before.balance, principal.currency) } })
  if (isMoved)
    await moveCredit(db, principal.companyId, [{ id: before.id, amount: balance - before.balance }], passOperation('SET', caller))
  const after: Card = {
    ...before,
    balance,
    holderName: input.holderName ?? before.holderName,
    recurring: minor(input.recurringCreditAmount, before.recurring),
    isActive: input.isActive ?? before.isActive,
  }
  await writePass(db, principal.companyId, after)
  return finish(after, { action: 'pass-changed', of: { kind: 'pass', id: card }, before, after: input }, caller)
}

export async function deletePass(card: string, caller: RequestContext): Answer<{ cardIdentifier: string }> {
  const { db, principal, ctx } = caller
  const before = await lockPass(db, principal.companyId, card)
  if (!before) return refuse('PASS_NOT_FOUND')
  await unassignPass(db, principal.companyId, before.id, ctx.now())
  await recordChange(caller, PASSES_CHANGED, [{ action: 'pass-deleted', of: { kind: 'pass', id: card }, before }])
  return { cardIdentifier: card }
}

/** Tops up every active card, by its own recurring credit or by the given amount, up to the maximum balance. */
export async function topUp(
  funds: number | undefined,
  caller: RequestContext,
): Answer<{ toppedUp: number; capped: number; total: number }> {
  const { db, principal } = caller
  const { currency } = principal
  const wrong = noAmounts({ funds }, caller)
  if (wrong) return wrong
  const most = toMinor(MAX_CREDIT, currency)
  const raised = (await lockActive(db, principal.companyId)).map(({ id, balance, recurring }) => {
    const wanted = funds === undefined ? recurring : toMinor(funds, currency)
    return { id, wanted, amount: Math.min(wanted, Math.max(0, most - balance)) }
  })
  const moved = raised.filter(({ amount }) => amount > 0)
  if (moved.length > 0) await moveCredit(db, principal.companyId, moved, passOperation(funds === undefined ? 'RECURRING' : 'FUNDS', caller))
  const answer = {
    toppedUp: moved.length,
    capped: raised.filter(({ amount, wanted }) => amount < wanted).length,
    total: toDecimal(
      moved.reduce((sum, { amount }) => sum + amount, 0),
      currency,
    ),
  }
  await recordChange(caller, PASSES_CHANGED, [
    { action: 'passes-topped-up', of: { kind: 'company', id: principal.companyId }, after: { funds, ...answer } },
  ])
  return answer
}

/** The operation id is the idempotency key of the request. */
export function passOperation(
  cause: PassCause,
  { principal, ctx, request }: Pick<RequestContext, 'principal' | 'ctx' | 'request'>,
): PassOperation {
  const key = keyOf(request)
  return { cause, operation: key === undefined || key instanceof Refusal ? randomUUID() : key, user: principal.userId, at: ctx.now() }
}

/** Amounts that are not valid in the company's currency. */
type Amounts = Partial<Record<'creditAmount' | 'creditBefore' | 'recurringCreditAmount' | 'funds', number | null>>

function noAmounts(input: Amounts, { principal: { currency } }: RequestContext): Refusal | null {
  const { creditAmount, creditBefore, recurringCreditAmount, funds } = input
  const errors = amountErrors({ creditAmount, creditBefore, recurringCreditAmount, funds }, currency)
  return errors.length === 0 ? null : refuseFields(errors)
}

async function finish(card: Card, entry: Audited, caller: RequestContext): Promise<contract.Pass> {
  await recordChange(caller, PASSES_CHANGED, [entry])
  return passOf(card, caller.principal.currency)
}
