import type { Facts } from '../../tests/tenancy/facts.ts'
import { NOTHING } from '../../tests/tenancy/facts.ts'
import { idOf } from '../../tests/tenancy/test-values.ts'

type Ask = (path: string) => Promise<{ status: number; json: unknown }>
type Found = Record<string, never>

const rowsIn = (json: unknown): Found[] => {
  const data = Object(json).data
  return Array.isArray(data) ? data : Object(data).items && Array.isArray(Object(data).items) ? Object(data).items : []
}

/** The ids of objects of a company on a running server, as far as its lists contain them. */
export async function factsOf(ask: Ask): Promise<Facts> {
  const list = async (path: string) => rowsIn((await ask(path)).json)
  const first = async (path: string, key = 'id') => (await list(path))[0]?.[key]
  const me = Object(Object((await ask('/accounts/me')).json).data)
  const machines = await list('/machines?size=1000')
  const snack = machines.find(({ type }) => type === 'SNACK') ?? machines[0]
  const coffee = machines.find(({ type }) => type === 'COFFEE') ?? machines[0]
  const slots = await list(`/machines/${snack?.id}/slots`)
  const stock = await list(`/machines/${snack?.id}/inventory?groupBy=slot`)
  const canisters = await list(`/machines/${coffee?.id}/inventory`)
  const products = await list('/products?size=1000')
  const servicemen = await list('/servicemen')
  const vans = await list('/vans')
  const rounds = await list('/rounds')
  const round = rounds.at(-1) as unknown as { id: number; stops?: { machineId: number }[] } | undefined
  const found = {
    companyId: me.companyId ?? me.company?.id,
    userId: servicemen[0]?.id ?? me.id,
    machine: snack?.id,
    token: snack?.token,
    slotId: slots[0]?.slotId,
    inSlot: slots[0]?.productId,
    otherProduct: products.find(({ packaging }) => packaging === 'CAN')?.id,
    point: stock[0]?.productInstallationId,
    productId: slots[0]?.productId,
    coffeeMachine: coffee?.id,
    canister: canisters[0]?.productInstallationId,
    ingredient: products.find(({ packaging }) => packaging === 'INGREDIENT')?.id,
    sku: products.find(({ packaging }) => packaging === 'COFFEE')?.sku,
    review: await first('/review-items'),
    channel: me.eventChannelId,
    imei: await first('/devices?size=1', 'imei'),
    deviceId: await first('/devices?size=1'),
    group: await first('/groups'),
    supplier: await first('/suppliers', 'identifier'),
    purchase: await first('/purchases', 'identifier'),
    order: await first('/supplier-orders'),
    template: await first('/planogram-templates'),
    round: round?.id,
    stop: round?.stops?.[0]?.machineId,
    moved: round?.stops?.[1]?.machineId,
    van: vans[0]?.id,
    otherVan: vans[1]?.id,
    card: await first('/passes', 'cardIdentifier'),
    issue: await first('/issues'),
    notification: await first('/notifications'),
    helper: servicemen[1]?.id,
    retired: machines.at(-1)?.id,
  }
  const missing = { edited: 999_999_999, file: idOf('no file'), operation: idOf('never done') }
  return { ...missing, ...NOTHING, ...JSON.parse(JSON.stringify(found)) } as Facts
}
