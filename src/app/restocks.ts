import { queryOptions } from '@tanstack/react-query'
import { getSession } from '#app/data/device.ts'
import { live } from '#app/data/local-query.ts'

const isRestock = ({ call }: { call: string }) => call === 'restockSlots' || call === 'restockProducts'

/** Whether this user has ever recorded a restock on this device. */
export const hasRestocked = () => queryOptions({ queryKey: ['hasRestocked'], queryFn: live(findRestock) })

async function findRestock(): Promise<boolean> {
  const { db } = getSession()
  return (await db.outbox.filter(isRestock).first()) !== undefined || (await db.journal.filter(isRestock).first()) !== undefined
}
