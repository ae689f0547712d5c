import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { stepped } from '#app/ui/quantity.ts'
import { vibrate } from '#app/ui/vibrate.ts'
import classes from './Planogram.module.css'
import { percentOf, type SlotCell, sellsNothing } from './slot-cell.ts'
import { useTileGestures } from './use-tile-gestures.ts'

/** What an input in a slot does; a planogram without it only shows the machine. */
export type SlotInput = {
  tap(cell: SlotCell): void
  setQuantity(cell: SlotCell, quantity: number): void
  openKeypad(cell: SlotCell, digit?: string): void
}

type Props = {
  cell: SlotCell
  /** The level expected in a day; null if unknown. */
  expected: number | null
  isFound: boolean
  input: SlotInput
}

/** A slot that can be filled: tap, drag, long press, and the keys of a number field. */
export function Tile({ cell, expected, isFound, input }: Props) {
  const words = useTileWords(cell, expected)
  const { quantity, cap, step } = cell
  const { handlers, isHeld, isDragging, takesClick } = useTileGestures({
    from: cell.dragFrom,
    step,
    cap,
    onHold: () => vibrate(8),
    onLong: () => vibrate(20),
    onLongPress: () => input.openKeypad(cell),
    onDrag: (to) => {
      if (to === quantity) return
      vibrate(6)
      input.setQuantity(cell, to)
    },
  })
  const tap = () => (cell.tap ? input.tap(cell) : input.openKeypad(cell))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const { key } = event
    const next = keyTo(key, cell)
    if (next !== null) input.setQuantity(cell, next)
    else if (key === 'Enter' || key === ' ') tap()
    else if (/^[0-9]$/.test(key)) input.openKeypad(cell, key)
    else return
    event.preventDefault()
  }
  return (
    <div
      {...handlers}
      role="spinbutton"
      tabIndex={0}
      className={classes.tile}
      aria-label={cell.label}
      aria-valuenow={quantity}
      aria-valuemin={0}
      aria-valuemax={cap ?? undefined}
      aria-valuetext={words}
      data-slot={cell.number ?? undefined}
      data-empty={sellsNothing(cell) || undefined}
      data-changed={cell.mark !== null || cell.isDone || undefined}
      data-done={cell.isDone || undefined}
      data-held={isHeld || undefined}
      data-dragging={isDragging || undefined}
      data-found={isFound || undefined}
      onClick={() => !takesClick() && tap()}
      onKeyDown={onKeyDown}
    >
      <Face cell={cell} expected={expected} />
      {isDragging && (
        <span className={classes.bubble} aria-hidden>
          {cell.figures}
        </span>
      )}
    </div>
  )
}

/** A slot that is only looked at; a tap opens more about it. */
export function StaticTile({ cell, expected, onOpen }: Pick<Props, 'cell' | 'expected'> & { onOpen(): void }) {
  const words = useTileWords(cell, expected)
  const description = useId()
  return (
    <button
      type="button"
      className={classes.tile}
      aria-label={cell.label}
      aria-describedby={description}
      data-empty={sellsNothing(cell) || undefined}
      data-static
      onClick={onOpen}
    >
      <Face cell={cell} expected={expected} />
      <VisuallyHidden id={description}>{words}</VisuallyHidden>
    </button>
  )
}

function Face({ cell, expected }: Pick<Props, 'cell' | 'expected'>) {
  const { level } = cell
  const [now, after] = [percentOf(level.now, level.max), percentOf(level.after, level.max)]
  return (
    <>
      <span className={classes.gauge}>
        <span className={classes.after} style={{ height: `${after}%` }} />
        <span className={classes.now} style={{ height: `${Math.min(now, after)}%` }} />
        {expected !== null && level.now > 0 && (
          <span className={classes.expected} style={{ bottom: `min(${percentOf(expected, level.max)}%, 100% - 4px)` }} />
        )}
      </span>
      <span className={classes.top}>
        <span className={classes.number}>{cell.number}</span>
        {cell.isDone ? (
          <span className={classes.mark}>
            {cell.mark}
            <IconCheck size={16} stroke={3} aria-hidden />
          </span>
        ) : (
          cell.mark && <span className={classes.mark}>{cell.mark}</span>
        )}
      </span>
      <span className={classes.product}>{cell.product.name}</span>
      {/* A new element for each value, so that the changed value moves in. */}
      <span key={cell.figures} className={classes.figures}>
        {cell.figures}
      </span>
    </>
  )
}

/** What a tile shows by its colours, in words. */
function useTileWords(cell: SlotCell, expected: number | null): string {
  const { t } = useTranslation('stock')
  const { level, places } = cell
  const unit = places[0]?.slotId === null ? cell.product.volumeType : 'PIECE'
  return [
    cell.figures,
    sellsNothing(cell) ? t('board.sellsNothing') : null,
    cell.detail,
    cell.mark,
    cell.isDone ? (cell.hint ?? cell.tap?.label) : cell.hint,
    expected !== null && level.now > 0 ? t('board.expected', { amount: formats().amount(Math.round(expected), unit) }) : null,
  ]
    .filter(Boolean)
    .join(', ')
}

function keyTo(key: string, { quantity, cap, step }: SlotCell): number | null {
  switch (key) {
    case 'ArrowUp':
      return stepped(quantity, 1, step, cap)
    case 'ArrowDown':
      return stepped(quantity, -1, step, cap)
    case 'Home':
      return 0
    case 'End':
      return cap
    default:
      return null
  }
}
