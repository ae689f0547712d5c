import { openHere } from './device.ts'

const isRestock = ({ call }: { call: string }) => call === 'restockSlots' || call === 'restockProducts'

/** Read live: whether this person has ever recorded a restock on this device. */
export async function hasRestocked(): Promise<boolean> {
  const { db } = openHere()
  return (await db.outbox.filter(isRestock).first()) !== undefined || (await db.journal.filter(isRestock).first()) !== undefined
}
