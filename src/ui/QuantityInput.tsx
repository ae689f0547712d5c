import { ActionIcon, Button, Text, TextInput } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './QuantityInput.module.css'
import { quantityOf, stepped } from './quantity.ts'

type Props = {
  /** Says what the quantity is of. */
  label: string
  value: number
  onChange(value: number): void
  /** The most that may be entered; null: anything. */
  cap?: number | null
  step?: number
  /** Shows the MAX button. */
  onMax?(): void
  /** Said below, for instance that it is more than what was missing. */
  hint?: string | undefined
  /** What the number counts where that is not pieces. */
  unit?: string | undefined
  disabled?: boolean
}

/** A number for a thumb in a glove: minus, plus, a number pad, and MAX where there is a most. */
export function QuantityInput({ label, value, onChange, cap = null, step = 1, onMax, hint, unit, disabled = false }: Props) {
  const { t } = useTranslation()
  const hintId = useId()
  // While the field is empty, 0 is meant; writing it there would stand in the way of the next digit.
  const [isEmpty, setEmpty] = useState(false)
  const go = (direction: 1 | -1) => {
    setEmpty(false)
    onChange(stepped(value, direction, step, cap))
  }
  return (
    <div className={classes.quantity}>
      <fieldset className={classes.row} aria-label={label} disabled={disabled}>
        <ActionIcon variant="default" size={48} aria-label={t('quantity.less')} disabled={disabled || value <= 0} onClick={() => go(-1)}>
          <IconMinus size={20} aria-hidden />
        </ActionIcon>
        <TextInput
          className={classes.field}
          classNames={{ input: classes.input }}
          role="spinbutton"
          aria-label={label}
          aria-valuenow={value}
          aria-valuetext={unit && `${value} ${unit}`}
          aria-valuemin={0}
          aria-valuemax={cap ?? undefined}
          aria-describedby={hint ? hintId : undefined}
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="off"
          enterKeyHint="done"
          value={isEmpty && value === 0 ? '' : String(value)}
          disabled={disabled}
          rightSection={unit && <Text aria-hidden>{unit}</Text>}
          rightSectionPointerEvents="none"
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => setEmpty(false)}
          onChange={(event) => {
            const typed = event.currentTarget.value
            setEmpty(typed === '')
            onChange(quantityOf(typed, cap))
          }}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
            event.preventDefault()
            go(event.key === 'ArrowUp' ? 1 : -1)
          }}
        />
        <ActionIcon
          variant="default"
          size={48}
          aria-label={t('quantity.more')}
          disabled={disabled || (cap !== null && value >= cap)}
          onClick={() => go(1)}
        >
          <IconPlus size={20} aria-hidden />
        </ActionIcon>
        {onMax && (
          <Button variant="light" h={48} px="sm" aria-label={t('quantity.maxOf', { label })} disabled={disabled} onClick={onMax}>
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
