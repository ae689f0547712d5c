import { IconCheck, IconSquare, IconSquareCheckFilled } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { ProductName } from '#app/components/ProductName.tsx'
import { WhenEmpty } from '#app/components/WhenEmpty.tsx'
import { QuantityInput } from '#app/ui/QuantityInput.tsx'
import classes from './SlotRows.module.css'
import { percentOf, type SlotCell, sellsNothing } from './slot-cell.ts'
import type { SlotInput } from './Tile.tsx'

type Props = {
  label: string
  cells: readonly SlotCell[]
  found: string | null
  /** Rows are products that can be ticked. */
  isCheckable?: boolean
  input: Omit<SlotInput, 'openKeypad'>
  /** Further actions of a row, where there is room. */
  extraOf?: ((cell: SlotCell) => ReactNode) | undefined
}

const BUTTON_PX = 56

/** The slots as rows: number, product, minus, quantity, plus. Enter goes to the next quantity. */
export function SlotRows({ label, cells, found, isCheckable = false, input, extraOf }: Props) {
  return (
    <ul className={classes.rows} aria-label={label} onKeyDown={goToNext}>
      {cells.map((cell) => (
        <li
          key={cell.id}
          className={classes.row}
          data-slot={cell.number ?? undefined}
          data-changed={cell.mark !== null || cell.isDone || undefined}
          data-empty={sellsNothing(cell) || undefined}
          data-found={found === cell.id || undefined}
        >
          <div className={classes.head}>
            {cell.tap && (
              <button
                type="button"
                className={classes.tap}
                aria-label={cell.tap.label}
                {...(isCheckable ? { role: 'checkbox', 'aria-checked': cell.tap.isOn } : { 'aria-pressed': cell.tap.isOn })}
                onClick={() => input.tap(cell)}
              />
            )}
            {isCheckable ? (
              <span className={classes.number} aria-hidden>
                {cell.tap?.isOn ? <IconSquareCheckFilled className={classes.ticked} /> : <IconSquare stroke={1.5} />}
              </span>
            ) : (
              cell.number !== null && <span className={classes.number}>{cell.number}</span>
            )}
            <div className={classes.words}>
              <span className={classes.name}>
                <ProductName product={cell.product} />
              </span>
              <span className={classes.level}>
                <span data-figures className={classes.figures}>
                  {cell.figures}
                </span>
                {cell.detail && <span className={classes.detail}>{cell.detail}</span>}
                {cell.isDone && <IconCheck size={16} stroke={3} className={classes.done} aria-hidden />}
                {cell.hint ? <span className={classes.detail}>{cell.hint}</span> : <WhenEmpty places={cell.places} />}
              </span>
            </div>
          </div>
          {extraOf && <div className={classes.extra}>{extraOf(cell)}</div>}
          <QuantityInput
            label={cell.label}
            value={cell.quantity}
            step={cell.step}
            unit={cell.unit}
            cap={cell.cap}
            size={BUTTON_PX}
            isNarrow={cell.unit === undefined}
            enterKeyHint="next"
            onChange={(quantity) => input.setQuantity(cell, quantity)}
          />
          <span className={classes.track} aria-hidden>
            <span className={classes.after} style={{ width: `${percentOf(cell.level.after, cell.level.max)}%` }} />
            <span className={classes.now} style={{ width: `${percentOf(Math.min(cell.level.now, cell.level.after), cell.level.max)}%` }} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function goToNext(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget, nativeEvent } = event
  if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  const fields = [...currentTarget.querySelectorAll<HTMLInputElement>('input[role="spinbutton"]:not(:disabled)')]
  const next = fields[fields.indexOf(target) + 1]
  if (next) next.focus()
  // The last one closes the phone's keyboard, below which the button to confirm lies.
  else target.blur()
}
