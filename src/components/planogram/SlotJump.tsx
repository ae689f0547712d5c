import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fold } from '#domain/search.ts'
import classes from './SlotBoard.module.css'
import type { SlotCell } from './slot-cell.ts'

type Props = { slots: readonly SlotCell[]; board: RefObject<HTMLElement | null>; onFound(id: string | null): void }

/** Finds a slot by its number while it is typed; Enter goes to its quantity. */
export function SlotJump({ slots, board, onFound }: Props) {
  const { t } = useTranslation('stock')
  const [typed, setTyped] = useState('')
  const wanted = fold(typed.trim())
  const numbersOf = ({ places }: SlotCell) => places.flatMap(({ slotNumber }) => (slotNumber === null ? [] : [fold(slotNumber)]))
  const find = (text: string) => slots.find((slot) => numbersOf(slot).includes(text))
  const isNowhere = wanted !== '' && !slots.some((slot) => numbersOf(slot).some((number) => number.startsWith(wanted)))
  const elementOf = (slot: SlotCell) =>
    [...(board.current?.querySelectorAll<HTMLElement>('[role="spinbutton"]') ?? [])].find(
      (element) => element.getAttribute('aria-label') === slot.label,
    )
  const type = (text: string) => {
    setTyped(text)
    const slot = find(fold(text.trim()))
    onFound(slot?.id ?? null)
    if (slot) elementOf(slot)?.scrollIntoView({ block: 'center' })
  }
  return (
    <TextInput
      className={classes.jump}
      aria-label={t('board.jump')}
      placeholder={t('board.slot')}
      leftSection={<IconSearch size={18} aria-hidden />}
      inputMode={slots.every((slot) => numbersOf(slot).every((number) => /^\d+$/.test(number))) ? 'numeric' : 'text'}
      enterKeyHint="go"
      autoComplete="off"
      value={typed}
      error={isNowhere && t('board.noSlot', { slot: typed.trim() })}
      onChange={({ currentTarget: { value } }) => type(value)}
      onKeyDown={({ key }) => {
        const slot = key === 'Enter' ? find(wanted) : undefined
        if (!slot) return
        elementOf(slot)?.focus()
        setTyped('')
      }}
      onBlur={() => onFound(null)}
    />
  )
}
