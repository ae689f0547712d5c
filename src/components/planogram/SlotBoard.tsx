import { SegmentedControl, Text } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { vibrate } from '#app/ui/vibrate.ts'
import type { MachineCard } from '#contract/machines.ts'
import { Planogram } from './Planogram.tsx'
import classes from './SlotBoard.module.css'
import { SlotJump } from './SlotJump.tsx'
import { SlotKeypad } from './SlotKeypad.tsx'
import { SlotRows } from './SlotRows.tsx'
import type { SlotCell } from './slot-cell.ts'
import type { SlotInput } from './Tile.tsx'
import { useSlotsView, VIEWS } from './use-slots-view.ts'

type Props = {
  label: string
  type: MachineCard['type']
  /** Every slot or canister of the machine. */
  slots: readonly SlotCell[]
  /** The rows of the list, with the controls above it. */
  list: { cells: readonly SlotCell[]; isCheckable?: boolean; above?: ReactNode }
  /** Further actions of a slot: in the keypad, and in the list where there is room. */
  extraOf?(cell: SlotCell): ReactNode
  /** How tiles are operated, in a sentence. */
  help: string
  onTap: SlotInput['tap']
  onQuantity: SlotInput['setQuantity']
}

/** The slots of a machine to be filled or counted: as planogram or as list, which this device remembers. */
export function SlotBoard({ label, type, slots, list, extraOf, help, onTap, onQuantity }: Props) {
  const { t } = useTranslation('stock')
  const [view, setView] = useSlotsView()
  const [keypad, setKeypad] = useState<{ id: string; digit?: string | undefined } | null>(null)
  const [found, setFound] = useState<string | null>(null)
  const board = useRef<HTMLDivElement>(null)
  const tap = (cell: SlotCell) => {
    vibrate(cell.tap?.isOn ? 8 : 25)
    onTap(cell)
  }
  const openKeypad = (cell: SlotCell, digit?: string) => {
    if (digit !== undefined) onQuantity(cell, cell.cap === null ? Number(digit) : Math.min(Number(digit), cell.cap))
    setKeypad({ id: cell.id, digit })
  }
  const opened = slots.findIndex(({ id }) => id === keypad?.id)
  const [cell, next] = opened < 0 ? [] : [slots[opened], slots[opened + 1]]
  const isNumbered = slots.some(({ number }) => number !== null)
  return (
    <div ref={board} className={classes.board}>
      <div className={classes.tools}>
        <SegmentedControl
          className={classes.views}
          aria-label={t('board.view')}
          value={view}
          onChange={(value) => setView(VIEWS.find((name) => name === value) ?? 'PLANOGRAM')}
          data={VIEWS.map((value) => ({
            value,
            label: (
              <span className={classes.viewName}>
                {value === 'LIST' ? <IconList size={20} aria-hidden /> : <IconLayoutGrid size={20} aria-hidden />}
                {t(`board.${value}`)}
              </span>
            ),
          }))}
        />
        {isNumbered && <SlotJump slots={view === 'LIST' ? list.cells : slots} board={board} onFound={setFound} />}
      </div>
      {view === 'LIST' ? (
        <>
          {list.above}
          <SlotRows
            label={label}
            cells={list.cells}
            found={found}
            isCheckable={list.isCheckable ?? false}
            input={{ tap, setQuantity: onQuantity }}
            extraOf={extraOf}
          />
        </>
      ) : (
        <>
          <Planogram label={label} type={type} cells={slots} found={found} input={{ tap, setQuantity: onQuantity, openKeypad }} />
          <Text size="sm" c="dimmed">
            {help}
          </Text>
        </>
      )}
      {cell && (
        <SlotKeypad
          key={cell.id}
          cell={cell}
          digit={keypad?.digit}
          extra={extraOf?.(cell)}
          onQuantity={(quantity) => onQuantity(cell, quantity)}
          onTap={() => tap(cell)}
          onNext={next ? () => setKeypad({ id: next.id }) : null}
          onClose={() => setKeypad(null)}
        />
      )}
    </div>
  )
}
