import { fold, type Movement, UNCOUNTED } from '#domain/stock/ledger.ts'
import type { Milli } from '#domain/units.ts'
import type { DemoMachine } from '../../server/demo/fleet.ts'
import { movementsOf } from '../../server/demo/movements.ts'

/** The current stock of each stock point according to the ledger. */
export function stockAtEnd(machine: DemoMachine): Milli[] {
  const byPoint = machine.points.map((): Movement[] => [])
  for (const movement of movementsOf(machine)) byPoint[movement.point]?.push(movement)
  return byPoint.map((movements) => fold(UNCOUNTED, movements).quantity)
}
