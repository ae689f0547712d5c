import { ActionIcon, Button, Text } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_UNITS } from '#domain/units.ts'
import { NumberInput } from './NumberInput.tsx'
import classes from './QuantityInput.module.css'
import { stepped } from './quantity.ts'

type Props = {
  /** Names the quantity. */
  label: string
  value: number
  onChange(value: number): void
  /** The maximum; null: unlimited. */
  cap?: number | null
  step?: number
  /** Shows the MAX button. */
  onMax?(): void
  /** Shown below, for example if it is more than the shortage. */
  hint?: string | undefined
  /** The unit, unless it is pieces. */
  unit?: string | undefined
  disabled?: boolean
  /** Only as wide as a few digits. */
  isNarrow?: boolean
  /** Size of the buttons in pixels. */
  size?: number
  /** What the phone's keyboard shows on its Enter key; a list goes to the next field. */
  enterKeyHint?: 'done' | 'next'
}

/**
 * A number field for use with gloves: minus, plus, a number pad, and MAX if there is a maximum. Text that is not a whole number is refused
 * next to the field, and the quantity stays as it was; forms do not record while `useNumberFields` reports one.
 */
export function QuantityInput(props: Props) {
  const { label, value, onChange, cap = null, step = 1, onMax, hint, unit, disabled = false } = props
  const { isNarrow = false, size = 48, enterKeyHint = 'done' } = props
  const { t } = useTranslation()
  const hintId = useId()
  // An empty field counts as 0; displaying a 0 would block the next digit.
  const [last, setLast] = useState<{ typed: 'quantity' | 'nothing' | 'wrong'; of: number }>({ typed: 'quantity', of: value })
  // A value set meanwhile, by MAX or in another tab, replaces the input.
  const typed = last.of === value ? last.typed : 'quantity'
  const setTyped = (now: typeof typed, of = value) => setLast({ typed: now, of })
  const set = (quantity: number) => {
    setTyped('quantity')
    onChange(quantity)
  }
  return (
    <div className={classes.quantity}>
      <fieldset className={classes.row} aria-label={label} disabled={disabled} data-narrow={isNarrow || undefined}>
        <ActionIcon
          variant="default"
          size={size}
          aria-label={t('quantity.less')}
          disabled={disabled || value <= 0}
          onClick={() => set(stepped(value, -1, step, cap))}
        >
          <IconMinus size={20} aria-hidden />
        </ActionIcon>
        <NumberInput
          className={classes.field}
          classNames={{ input: classes.input }}
          role="spinbutton"
          aria-label={label}
          aria-valuenow={value}
          aria-valuetext={unit && `${value} ${unit}`}
          aria-valuemin={0}
          aria-valuemax={cap ?? undefined}
          aria-describedby={hint ? hintId : undefined}
          enterKeyHint={enterKeyHint}
          min={0}
          max={Math.max(cap ?? MAX_UNITS, 0)}
          clamps="typing"
          value={typed === 'wrong' ? Number.NaN : typed === 'nothing' && value === 0 ? null : value}
          disabled={disabled}
          unit={unit}
          onBlur={() => typed === 'nothing' && setTyped('quantity')}
          onChange={(quantity) => {
            if (Number.isNaN(quantity)) return setTyped('wrong')
            setTyped(quantity === null ? 'nothing' : 'quantity', quantity ?? 0)
            onChange(quantity ?? 0)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
            event.preventDefault()
            set(stepped(value, event.key === 'ArrowUp' ? 1 : -1, step, cap))
          }}
        />
        <ActionIcon
          variant="default"
          size={size}
          aria-label={t('quantity.more')}
          disabled={disabled || (cap !== null && value >= cap)}
          onClick={() => set(stepped(value, 1, step, cap))}
        >
          <IconPlus size={20} aria-hidden />
        </ActionIcon>
        {onMax && (
          <Button
            variant="light"
            mih={size}
            px="sm"
            aria-label={t('quantity.maxOf', { label })}
            disabled={disabled}
            onClick={() => {
              setTyped('quantity')
              onMax()
            }}
          >
            {t('quantity.max')}
          </Button>
        )}
      </fieldset>
      {hint && (
        <Text id={hintId} size="sm" c="dimmed">
          {hint}
        </Text>
      )}
    </div>
  )
}
