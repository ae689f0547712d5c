import type { Stage } from './stage.ts'

/** In the cellar one piece is put into a slot that the office gives another product at the same time. The phone has no signal yet. */
export async function refillChangedSlot({ takePhone, snackMachine, manager }: Pick<Stage, 'takePhone' | 'snackMachine' | 'manager'>) {
  const machine = await snackMachine('serviceman', 3)
  const [slot, ...others] = await manager.slots(machine.id)
  const other = others.find(({ product }) => product && product.id !== slot?.product?.id)?.product
  if (!slot?.product || !other) throw new Error('the machine holds one product alone')
  const phone = await takePhone()
  await phone.signIn('serviceman')
  await phone.keepsEverything()
  await phone.openMachine(machine)
  await phone.page.getByText('By slot', { exact: true }).click()
  await phone.loseSignal()
  await phone.putOneIn(phone.page, `Put into slot ${slot.slotNumber}: ${slot.product.name}`)
  await manager.editSlot(machine.id, { slotId: slot.slotId, productId: other.id })
  return { machine, slot: { ...slot, product: slot.product }, other, phone }
}
