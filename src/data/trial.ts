import { queryOptions } from '@tanstack/react-query'
import { listDevices } from '#contract/devices.ts'
import { listProducts } from '#contract/products.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { getSession } from './device.ts'

/** The setup steps that a new company has completed. Local data needs no network; devices and products are fetched. */
export const trialSteps = () =>
  queryOptions({
    queryKey: ['trialSteps'],
    meta: { reads: ['machines', 'inventory'], asks: ['devices', 'machines', 'slots'] },
    queryFn: async () => {
      const { db } = getSession()
      const [machine, devices, connected, products, places] = await Promise.all([
        db.machines.toCollection().first(),
        call(listDevices, { query: { size: '1' } }, { timeoutMs: 15 * SECOND }),
        call(listDevices, { query: { size: '1', connected: 'true' } }, { timeoutMs: 15 * SECOND }),
        call(listProducts, { query: { size: '1' } }, { timeoutMs: 15 * SECOND }),
        db.machines.filter(({ maxQuantity }) => maxQuantity > 0).count(),
      ])
      const hasAny = (answer: typeof devices | typeof products) => answer.state === 'answered' && answer.value.items.length > 0
      return {
        anyMachine: machine?.id ?? null,
        hasMachine: machine !== undefined,
        hasDevice: hasAny(devices),
        isConnected: hasAny(connected),
        hasProduct: hasAny(products),
        hasSlot: places > 0,
      }
    },
  })
