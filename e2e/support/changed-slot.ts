import type { Stage } from './stage.ts'

/** Offline, the phone puts one piece into a slot while the office assigns another product to it. The phone is still offline afterwards. */
export async function refillChangedSlot({ takePhone, snackMachine, manager }: Pick<Stage, 'takePhone' | 'snackMachine' | 'manager'>) {
  const machine = await snackMachine('serviceman', 3)
  const [slot, ...others] = await manager.slots(machine.id)
  const other = others.find(({ product }) => product && product.id !== slot?.product?.id)?.product
  if (!slot?.product || !other) throw new Error('the machine contains only one product')
  const phone = await takePhone()
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  await phone.openMachine(machine)
  await phone.loseSignal()
  await phone.putOneIn(phone.page, `Put into slot ${slot.slotNumber}: ${slot.product.name}`)
  await manager.editSlot(machine.id, { slotId: slot.slotId, productId: other.id })
  return { machine, slot: { ...slot, product: slot.product }, other, phone }
}
