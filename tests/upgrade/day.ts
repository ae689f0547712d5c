import type { Account } from '#contract/account.ts'
import { type Call, NO_MACHINE } from '#contract/sync.ts'
import type { MachineId, OperationId } from '#domain/ids.ts'
import { enqueue } from '#offline/outbox.ts'
import { push } from '#offline/push.ts'
import { syncOnce } from '#offline/sync.ts'
import { aMachine, aProduct } from '../support/fleet.ts'
import { type TwoCompanies, twoCompanies } from '../support/two-companies.ts'
import { openPhone, type Phone } from './phone.ts'

/** Every call that may be in an outbox, as this version writes it: a missing one is a type error. */
type Examples = Record<Call, { machineId: MachineId; body: unknown }>

const AUDIT = 'DXS*RHV0000000*VA*V0/6*1\r\nST*001*0001\r\nID1*7*LUCE\r\nPA1*11*150\r\nPA2*10*1500\r\nSE*5*0001\r\nDXE*1*1\r\n'

/**
 * A day of a manager's phone that ends offline: some operations are in the journal, some applied but not yet in the mirror, some sent
 * without a response, some rejected, one row is unreadable, and one of each call is pending.
 */
export async function liveADay(): Promise<{ world: TwoCompanies; phone: Phone; account: Account }> {
  const world = await twoCompanies({ now: Date.now })
  const account = (await world.manager.call('GET', '/accounts/me')).json<{ data: Account }>().data
  const phone = await openPhone(world.app, world.manager.signIn, account)
  const { db, device, calls } = phone
  const { snack, coffee } = await machinesIn(world)
  const record = async (call: Call, { machineId, body }: Examples[Call]): Promise<OperationId> => {
    const keeping = await enqueue(device, { call, machineId, body })
    if (!('kept' in keeping)) throw new Error(`${call} was not stored`)
    return keeping.kept
  }

  await syncOnce(device, calls)
  const processed = await record('restockSlots', restock(snack, 2))
  await syncOnce(device, calls)
  await record('restockSlots', restock(snack, 1))
  await record('restockSlots', { ...restock(snack, 1), machineId: 999_999 })
  await push(device, calls)
  await record('restockSlots', restock(snack, 3))
  await leaveUnanswered(phone)
  await db.outbox.put({ opId: 'unreadable', call: 7 } as never)
  await db.drafts.put({ key: 'restock/1', opId: device.newId(), typed: { quantity: 4 }, left: null, savedAt: 1 })

  const { slotId, point } = snack.slot('11')
  const examples: Examples = {
    restockSlots: { ...restock(snack, 1), body: [{ productInstallationId: point, quantity: 1, full: true, maximum: 10 }] },
    restockProducts: { machineId: coffee.id, body: [{ productId: coffee.beans, quantity: 500 }] },
    changeInventory: {
      machineId: snack.id,
      body: { type: 'LOSS', note: 'Out of date', stocks: [{ productInstallationId: point, quantity: 3, baseQuantity: 5 }] },
    },
    changeCoffeeInventory: { machineId: coffee.id, body: { type: 'ADJUST', stocks: [{ productId: coffee.beans, quantity: 700 }] } },
    editSlots: {
      machineId: snack.id,
      body: [{ slotId, base: { productId: snack.product, vendPrice: 1.5, maxQuantity: 10 }, vendPrice: 1.7, maxQuantity: 12 }],
    },
    voidOperation: { machineId: snack.id, body: { operationId: processed } },
    withdrawCash: { machineId: snack.id, body: null },
    writeNote: { machineId: snack.id, body: { note: 'The key is at the porter’s' } },
    reportProblem: { machineId: snack.id, body: { cause: 'MOTOR', slotId, outOfOrder: false, note: 'It hums', photos: [] } },
    proposeProduct: { machineId: snack.id, body: { slotId, productId: snack.other, note: 'Sells better' } },
    markStop: { machineId: snack.id, body: { round: 1, state: 'SKIPPED', reason: 'CLOSED', note: 'Closed today' } },
    markRound: { machineId: snack.id, body: { round: 1, state: 'STARTED' } },
    changeVan: { machineId: NO_MACHINE, body: { van: 1, type: 'LOAD', items: [{ productId: snack.product, quantity: 12 }], note: '' } },
    handOver: {
      machineId: NO_MACHINE,
      body: {
        id: '0199a1f0-0000-7000-8000-00000000000a',
        from: 1,
        to: 2,
        at: 1_772_000_000_000,
        items: [{ productId: snack.product, quantity: 2 }],
        signature: 'A'.repeat(43),
      },
    },
    recordAudit: { machineId: snack.id, body: { file: AUDIT, readAt: '2026-03-02T07:00:00.000Z' } },
  }
  for (const [call, example] of Object.entries(examples)) await record(call as Call, example)
  return { world, phone, account }
}

async function machinesIn({ ctx, company }: TwoCompanies) {
  const product = await aProduct(ctx, company, { name: 'Crisps', sku: 'crisps' })
  const other = await aProduct(ctx, company, { name: 'Nuts', sku: 'nuts' })
  const beans = await aProduct(ctx, company, { name: 'Beans', sku: 'beans', packaging: 'INGREDIENT' })
  const snack = await aMachine(ctx, company, { name: 'Lobby', slots: [{ number: '11', product, max: 10, price: 150, quantity: 4 }] })
  const coffee = await aMachine(ctx, company, { name: 'Canteen', canisters: [{ product: beans, quantity: 200 }] })
  return { snack: { ...snack, product, other }, coffee: { ...coffee, beans } }
}

type Snack = Awaited<ReturnType<typeof machinesIn>>['snack']

const restock = (snack: Snack, quantity: number) => ({
  machineId: snack.id,
  body: [{ productInstallationId: snack.slot('11').point, quantity }],
})

/** The server has applied it, and the phone's battery was empty before the response. */
const leaveUnanswered = ({ device, calls }: Phone): Promise<void> =>
  new Promise((resolve, reject) => {
    const pushAndDie: typeof calls.push = async (operations) => {
      await calls.push(operations)
      resolve()
      return new Promise(() => {})
    }
    push(device, { ...calls, push: pushAndDie }).catch(reject)
  })
