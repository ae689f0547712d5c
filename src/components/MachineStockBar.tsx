import { shareOf } from '#app/data/machines.ts'
import type { Machine } from '#contract/machines.ts'
import { StockBar } from './StockBar.tsx'

type Props = { machine: Pick<Machine, 'type' | 'currentQuantity' | 'maxQuantity' | 'filledQuantity' | 'fillShare'> }

/** Stock level of a machine: slots by pieces, canisters by shares. */
export function MachineStockBar({ machine }: Props) {
  const { type, currentQuantity, filledQuantity = currentQuantity, maxQuantity } = machine
  return (
    <StockBar current={currentQuantity} filled={filledQuantity} max={maxQuantity} share={shareOf(machine)} isMixed={type === 'COFFEE'} />
  )
}
