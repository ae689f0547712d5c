import { Button, Modal, Text } from '@mantine/core'
import { IconArrowRight, IconBackspace } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WhenEmpty } from '#app/components/WhenEmpty.tsx'
import { formats } from '#app/data/formats.ts'
import { within } from '#app/ui/quantity.ts'
import { vibrate } from '#app/ui/vibrate.ts'
import classes from './SlotKeypad.module.css'
import type { SlotCell } from './slot-cell.ts'

type Props = {
  cell: SlotCell
  /** A digit that opened the keypad. */
  digit?: string | undefined
  extra?: ReactNode
  onQuantity(quantity: number): void
  onTap(): void
  /** Null: it is the last slot. */
  onNext: (() => void) | null
  onClose(): void
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/**
 * The exact quantity of one slot, on keys of the app's own: a phone's number pad opens only for a tap on a field, and its keys are too small
 * for gloves. A keyboard types here as well.
 */
export function SlotKeypad({ cell, digit, extra, onQuantity, onTap, onNext, onClose }: Props) {
  const { t } = useTranslation('stock')
  const { t: common } = useTranslation()
  const { number } = formats()
  // The first digit replaces the quantity, as in a selected field.
  const [isFresh, setFresh] = useState(digit === undefined)
  const { quantity, cap, unit } = cell
  const [isCut, setCut] = useState(false)
  const put = (to: number) => {
    const limited = within(to, cap)
    setCut(limited < to)
    setFresh(false)
    onQuantity(limited)
  }
  const press = (typed: string) => {
    vibrate(6)
    put(Number(`${isFresh ? '' : quantity}${typed}`))
  }
  const erase = () => put(isFresh ? 0 : Math.floor(quantity / 10))
  const onKeyDown = ({ key, currentTarget, target }: KeyboardEvent<HTMLElement>) => {
    if (/^[0-9]$/.test(key)) press(key)
    else if (key === 'Backspace') erase()
    // Enter on a button presses that button.
    else if (key === 'Enter' && target === currentTarget) (onNext ?? onClose)()
  }
  const place = cell.number === null ? cell.product.name : `${cell.number} · ${cell.product.name}`
  return (
    <Modal opened onClose={onClose} title={place} size="sm" closeButtonProps={{ 'aria-label': common('close') }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it receives the digits of a keyboard */}
      <fieldset className={classes.keypad} aria-label={cell.label} tabIndex={0} data-autofocus onKeyDown={onKeyDown}>
        <output className={classes.display} aria-live="polite">
          {number(quantity)}
          {unit && <span className={classes.unit}> {unit}</span>}
        </output>
        <Text size="sm" c="dimmed" ta="center">
          {isCut && cap !== null
            ? common('number.setToMost', { limit: number(cap) })
            : [cell.figures, cell.hint ?? cell.detail].filter(Boolean).join(' · ')}
        </Text>
        <div className={classes.about}>
          <WhenEmpty places={cell.places} />
          {extra}
        </div>
        <div className={classes.keys}>
          {DIGITS.map((key) => (
            <Button key={key} variant="default" className={classes.key} onClick={() => press(key)}>
              {key}
            </Button>
          ))}
          <Button variant="default" className={classes.key} aria-label={t('board.erase')} onClick={erase}>
            <IconBackspace aria-hidden />
          </Button>
          <Button variant="default" className={classes.key} onClick={() => press('0')}>
            0
          </Button>
          <Button
            variant={cell.tap?.isOn ? 'filled' : 'light'}
            className={classes.tap}
            disabled={cell.tap === null}
            aria-label={cell.tap?.label}
            aria-pressed={cell.tap?.isOn}
            onClick={onTap}
          >
            {cell.tap?.short ?? '–'}
          </Button>
        </div>
        <div className={classes.ends}>
          <Button className={classes.end} variant={onNext ? 'default' : 'filled'} onClick={onClose}>
            {t('board.done')}
          </Button>
          {onNext && (
            <Button className={classes.end} rightSection={<IconArrowRight size={20} aria-hidden />} onClick={onNext}>
              {t('board.next')}
            </Button>
          )}
        </div>
      </fieldset>
    </Modal>
  )
}
