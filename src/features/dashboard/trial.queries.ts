import { queryOptions } from '@tanstack/react-query'
import { getSession } from '#app/data/device.ts'
import { live } from '#app/data/local-query.ts'
import { listDevices } from '#contract/devices.ts'
import { listProducts } from '#contract/products.ts'
import { listUsers } from '#contract/users.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'

/** The setup steps of a new company that the mirror shows. */
export const machineSteps = () =>
  queryOptions({
    queryKey: ['machineSteps'],
    queryFn: live(async () => {
      const { db } = getSession()
      const [machine, withSlots] = await Promise.all([
        db.machines.toCollection().first(),
        db.machines.filter(({ maxQuantity }) => maxQuantity > 0).count(),
      ])
      return { anyMachine: machine?.id ?? null, hasSlot: withSlots > 0 }
    }),
  })

/** The setup steps that only the server knows. */
export const deviceSteps = () =>
  queryOptions({
    queryKey: ['deviceSteps'],
    meta: { asks: ['devices', 'machines', 'slots', 'products', 'team'] },
    queryFn: async () => {
      const [devices, connected, products, users] = await Promise.all([
        call(listDevices, { query: { size: '1' } }, { timeoutMs: 15 * SECOND }),
        call(listDevices, { query: { size: '1', connected: 'true' } }, { timeoutMs: 15 * SECOND }),
        call(listProducts, { query: { size: '1' } }, { timeoutMs: 15 * SECOND }),
        call(listUsers, { query: { size: '2' } }, { timeoutMs: 15 * SECOND }),
      ])
      const hasAny = (answer: typeof devices | typeof products) => answer.state === 'answered' && answer.value.items.length > 0
      // The manager who registered the company is one of its users.
      const hasEmployee = users.state === 'answered' && users.value.items.length > 1
      return { hasDevice: hasAny(devices), isConnected: hasAny(connected), hasProduct: hasAny(products), hasEmployee }
    },
  })
