import type { CheckedOf } from '#contract/endpoint.ts'
import { type addVan as addEndpoint, type changeVanDetails as changeEndpoint, MAX_VANS, type Van } from '#contract/vans.ts'
import type { UserId, VanId } from '#domain/ids.ts'
import { type Audited, audit } from '../../audit-log/audit-log.store.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { type Change, publish } from '../../sync/feed.ts'
import { countVans, findVan, insertVan, isNameTaken, isUser, lockVan, otherVanOf, writeDriver, writeVan } from './vans.store.ts'

export async function addVan(
  { name, driverId, maxPieces }: CheckedOf<typeof addEndpoint>['body'],
  caller: RequestContext,
): Promise<Van | Refusal> {
  const { db, principal, ctx } = caller
  if ((await countVans(db, principal.companyId)) >= MAX_VANS)
    return refuse('TOO_MANY_VANS', { detail: `A company has at most ${MAX_VANS} vans.` })
  const refused = driverId === null ? null : await unfitDriver(caller, driverId, null)
  if (refused) return refused
  const id = await insertVan(db, principal.companyId, { name, maxPieces, at: ctx.now() })
  if (id === null) return refuse('VAN_EXISTS', { detail: `There is already a van named ${name}.` })
  if (driverId !== null) await writeDriver(db, principal.companyId, id, driverId, ctx.now())
  return changed(caller, id, [], {
    action: 'van-added',
    of: { kind: 'van', id },
    after: { name, ...(driverId === null ? {} : { user: driverId }), ...(maxPieces === null ? {} : { maxPieces }) },
  })
}

type Changed = CheckedOf<typeof changeEndpoint>['body']

export async function changeVan(
  id: VanId,
  { name, driverId, maxPieces, isActive }: Changed,
  caller: RequestContext,
): Promise<Van | Refusal> {
  const { db, principal, ctx } = caller
  const locked = await lockVan(db, principal.companyId, id)
  const before = locked && (await findVan(db, principal.companyId, id))
  if (!before) return refuse('VAN_NOT_FOUND')
  const after = {
    name: name ?? before.name,
    isActive: isActive ?? before.isActive,
    maxPieces: maxPieces === undefined ? before.maxPieces : maxPieces,
    user: driverId === undefined ? (before.driver?.id ?? null) : driverId,
  }
  if (!after.isActive) {
    if (driverId != null) return refuse('VAN_INACTIVE', { detail: 'A van that is out of use has no driver.' })
    after.user = null
  }
  if (after.isActive && (await isNameTaken(db, principal.companyId, after.name, id)))
    return refuse('VAN_EXISTS', { detail: `There is already a van named ${after.name}.` })
  const isOtherDriver = after.user !== (before.driver?.id ?? null)
  if (isOtherDriver && after.user !== null) {
    const refused = await unfitDriver(caller, after.user, id)
    if (refused) return refused
  }
  await writeVan(db, principal.companyId, id, {
    name: after.name,
    maxPieces: after.maxPieces,
    retiredAt: after.isActive ? null : ctx.now(),
  })
  if (isOtherDriver) await writeDriver(db, principal.companyId, id, after.user, ctx.now())
  const left = before.driver && isOtherDriver ? [{ kind: 'van' as const, id, userId: before.driver.id }] : []
  const was = { name: before.name, isActive: before.isActive, maxPieces: before.maxPieces, user: before.driver?.id ?? null }
  return changed(caller, id, left, { action: 'van-changed', of: { kind: 'van', id }, before: was, after })
}

async function unfitDriver({ db, principal }: RequestContext, user: UserId, van: VanId | null): Promise<Refusal | null> {
  if (!(await isUser(db, principal.companyId, user))) return refuse('USER_NOT_FOUND')
  const other = await otherVanOf(db, principal.companyId, user, van)
  return other === null ? null : refuse('DRIVER_TAKEN', { detail: `This person drives ${other}.`, details: { van: other } })
}

async function changed(caller: RequestContext, id: VanId, left: readonly Change[], entry: Audited): Promise<Van | Refusal> {
  const { db, principal, ctx } = caller
  const at = ctx.now()
  await audit(db, principal.companyId, { userId: principal.userId, at }, [entry])
  // Every response to a driver contains the van; only one who drives it no longer has to be informed.
  await publish(db, principal.companyId, left, at, [{ activity: 'VAN_CHANGED', at, machineId: null, changed: ['vans'] }])
  return (await findVan(db, principal.companyId, id)) ?? refuse('VAN_NOT_FOUND')
}
