import type { FastifyInstance } from 'fastify'
import { machineInventory, machineShortages } from '#contract/stock.ts'
import type { House } from '../../http/caller.ts'
import { visibleMachine } from '../../http/machine-access.ts'
import { refuse } from '../../http/refusal.ts'
import { serve } from '../../http/serve.ts'
import { inventoryByProduct, inventoryBySlot, shortagesOver } from './stock-levels.ts'

export function stockRoutes(app: FastifyInstance, house: House) {
  serve(app, house, machineShortages, (_input, { db, person }) => shortagesOver(db, person))

  serve(
    app,
    house,
    machineInventory,
    async ({ params, query }, { db, person }) => {
      if (!(await visibleMachine(db, person, params.id))) return refuse('MACHINE_NOT_FOUND')
      const inventoryOf = query.groupBy === 'slot' ? inventoryBySlot : inventoryByProduct
      return inventoryOf(db, person, params.id, house.now())
    },
    { snapshot: true },
  )
}
