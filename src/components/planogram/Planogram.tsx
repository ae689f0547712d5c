import { type KeyboardEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { levelInADay } from '#app/data/outlook.ts'
import type { MachineCard } from '#contract/machines.ts'
import classes from './Planogram.module.css'
import { shelvesOf } from './shelves.ts'
import type { SlotCell } from './slot-cell.ts'
import { type SlotInput, StaticTile, Tile } from './Tile.tsx'

type Props = {
  /** Accessible name of the whole. */
  label: string
  type: MachineCard['type']
  cells: readonly SlotCell[]
  /** The id of the slot that was searched for. */
  found?: string | null
} & (
  | { input: SlotInput; onOpen?: never }
  /** Only looked at; a tap opens more about a slot. */
  | { input?: never; onOpen(cell: SlotCell): void }
)

/** The machine as it is: its shelves as tiles with the level of each slot. A coffee machine is drawn as its canisters. */
export function Planogram({ label, type, cells, found = null, input, onOpen }: Props) {
  const { t } = useTranslation('stock')
  const shelves = useMemo(() => shelvesOf(cells, ({ number }) => number), [cells])
  const widest = Math.max(...shelves.map(({ length }) => length), 1)
  return (
    <section className={classes.machine} aria-label={label} data-planogram={type} onKeyDown={moveBetweenSlots}>
      {shelves.map((shelf, index) => (
        <ul
          key={shelf[0]?.id}
          className={classes.shelf}
          aria-label={shelves.length > 1 ? t('board.shelf', { number: index + 1 }) : label}
          style={{ '--widest': widest } as React.CSSProperties}
        >
          {shelf.map((cell) => {
            const [place] = cell.places
            const expected = place ? levelInADay(place) : null
            return (
              <li key={cell.id} className={classes.place}>
                {input ? (
                  <Tile cell={cell} expected={expected} isFound={found === cell.id} input={input} />
                ) : (
                  <StaticTile cell={cell} expected={expected} onOpen={() => onOpen(cell)} />
                )}
              </li>
            )
          })}
        </ul>
      ))}
    </section>
  )
}

/**
 * Left and right move between the slots, up and down between the shelves, Home and End to the first and the last slot. A slot that can be
 * filled uses all but left and right for its quantity.
 */
function moveBetweenSlots(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !(target instanceof HTMLElement)) return
  const shelves = [...currentTarget.querySelectorAll('ul')].map((shelf) => [...shelf.querySelectorAll<HTMLElement>('li > *')])
  const row = shelves.findIndex((shelf) => shelf.includes(target))
  const column = shelves[row]?.indexOf(target)
  if (column === undefined) return
  const slots = shelves.flat()
  const index = slots.indexOf(target)
  const targets: Record<string, HTMLElement | undefined> = {
    ArrowLeft: slots[index - 1],
    ArrowRight: slots[index + 1],
    ArrowUp: shelves[row - 1]?.[column] ?? shelves[row - 1]?.at(-1),
    ArrowDown: shelves[row + 1]?.[column] ?? shelves[row + 1]?.at(-1),
    Home: slots[0],
    End: slots.at(-1),
  }
  if (!Object.hasOwn(targets, key)) return
  event.preventDefault()
  targets[key]?.focus()
}
