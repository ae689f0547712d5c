import type { Product } from '#contract/products.ts'
import { signInAs } from './office.ts'

const LONG = 'in Würfeln, gesalzen, 24 Stück'

/** Gives products realistic long names, and creates a review item whose options contain one. */
export async function nameAtLength(server: string): Promise<void> {
  const [manager, serviceman] = [await signInAs(server, 'manager'), await signInAs(server, 'serviceman')]
  const products = await manager.ask<Product[]>('GET', '/products?size=100')
  await Promise.all(products.map(({ sku, name }) => manager.ask('PATCH', `/products/${sku}`, { name: `${name} ${LONG}` })))
  const machine = (await serviceman.machines()).find(({ type }) => type === 'SNACK')
  if (!machine) throw new Error('the serviceman has no snack machine')
  const [slot, ...others] = await manager.slots(machine.id)
  const other = others.find(({ product }) => product && product.id !== slot?.product?.id)?.product
  const [stood] = (await manager.stock(machine.id)).filter(({ slotNumber }) => slotNumber === slot?.slotNumber)
  if (!slot || !other || !stood) throw new Error('the machine contains only one product')
  await manager.editSlot(machine.id, { slotId: slot.slotId, productId: other.id })
  const late = [{ productInstallationId: stood.productInstallationId, quantity: 5 }]
  await serviceman.ask('POST', `/machines/${machine.id}/slots/restock`, late)
}
