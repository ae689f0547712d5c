import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type NumberRules, type ReadNumber, readNumber, signsOf, writeNumber } from '#domain/numbers.ts'
import { NumberLocale, useFieldError } from './number-fields.ts'

type Rules = Omit<NumberRules, 'locale'> & {
  /** Shows all decimals: 2.50. */
  fixed?: boolean | undefined
  /** Step of the arrow keys. */
  step?: number | undefined
  /** Lower limit of the arrow keys, if above the minimum. */
  stepsFrom?: number | undefined
  /** Sets the value to the nearest limit, with a note: while typing, or on blur. Otherwise values outside the limits are refused. */
  clamps?: 'typing' | 'leaving' | undefined
  /** A negative input empties the field, with a note. */
  emptiesNegative?: boolean | undefined
  /** The unit, shown after the number. */
  unit?: ReactNode
}
type FieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'step' | 'type' | 'ref'>

type TextProps = FieldProps & Rules & { value: string; onChange(text: string): void }
type NumberProps = FieldProps & Rules & { value: number | null; onChange(value: number | null): void }

/**
 * A number field for a form that stores the typed text and parses it with `readNumber` by the same rules. Invalid text is refused next to
 * the field and kept as typed.
 */
export function NumberTextInput(props: TextProps) {
  const locale = useContext(NumberLocale)
  const { value, decimals, min, max } = props
  return <Field {...props} locale={locale} read={readNumber(value, { locale, decimals, min, max })} />
}

/** A number field for a form that stores numbers: null for an empty field, and NaN, which every rule refuses, for invalid text. */
export function NumberInput({ value, onChange, ...props }: NumberProps) {
  const locale = useContext(NumberLocale)
  const { decimals, min, max, fixed } = props
  const words = (number: number | null) =>
    number === null || Number.isNaN(number) ? '' : writeNumber(number, locale, { decimals: decimals ?? 0, fixed: fixed ?? false })
  const [typed, setTyped] = useState({ value, text: words(value) })
  // The form has set another number.
  const shown = Object.is(typed.value, value) ? typed : { value, text: words(value) }
  if (shown !== typed) setTyped(shown)
  const isTyped = shown.text !== words(value)
  return (
    <Field
      {...props}
      locale={locale}
      value={shown.text}
      read={isTyped ? readNumber(shown.text, { locale, decimals, min, max }) : { state: 'empty' }}
      onChange={(text) => {
        const read = readNumber(text, { locale, decimals, min, max })
        const next = read.state === 'number' ? read.value : read.state === 'empty' ? null : Number.NaN
        setTyped({ value: next, text })
        onChange(next)
      }}
    />
  )
}

type Note = { key: 'setToMost' | 'setToLeast' | 'emptied'; limit: string }

function Field({
  value,
  onChange,
  read,
  locale,
  decimals = 0,
  min,
  max,
  fixed = false,
  step,
  stepsFrom = min,
  clamps,
  emptiesNegative = false,
  unit,
  error,
  description,
  rightSection,
  onFocus,
  onBlur,
  onKeyDown,
  ...props
}: TextProps & { read: ReadNumber; locale: string }) {
  const { t } = useTranslation()
  const [isLeft, setLeft] = useState(true)
  const [note, setNote] = useState<Note | null>(null)
  useFieldError(read.state === 'wrong')
  const rules = { locale, decimals, min, max }
  const write = (number: number) => writeNumber(number, locale, { decimals, fixed })

  /** Corrects values outside the limits, if the field does that, and reports it. */
  const settled = (text: string, when: 'typing' | 'leaving'): string => {
    const parsed = readNumber(text, rules)
    if (parsed.state !== 'wrong' || (parsed.problem !== 'tooSmall' && parsed.problem !== 'tooLarge')) return text
    if (emptiesNegative && when === 'leaving' && parsed.problem === 'tooSmall') {
      setNote({ key: 'emptied', limit: '' })
      return ''
    }
    const limit = parsed.problem === 'tooLarge' ? max : min
    if (clamps !== when || limit === undefined || (when === 'typing' && parsed.problem === 'tooSmall')) return text
    setNote({ key: parsed.problem === 'tooLarge' ? 'setToMost' : 'setToLeast', limit: write(limit) })
    return write(limit)
  }
  const type = (text: string) => {
    setNote(null)
    onChange(settled(text, 'typing'))
  }
  const leave = () => {
    setLeft(true)
    const text = settled(value, 'leaving')
    const parsed = readNumber(text, rules)
    const shown = parsed.state === 'number' ? write(parsed.value) : text
    if (shown !== value) onChange(shown)
  }
  const goBy = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (step === undefined || !direction || event.defaultPrevented || props.disabled || props.readOnly) return
    event.preventDefault()
    const parsed = readNumber(value, { locale, decimals })
    const from = parsed.state === 'number' ? parsed.value : 0
    // A currency without decimals has no tenths.
    const by = Math.max(step, 10 ** -decimals)
    const next = Math.round((from + direction * by) * 10 ** decimals) / 10 ** decimals
    type(write(Math.min(max ?? next, Math.max(stepsFrom ?? next, next))))
  }
  // A number below the minimum may still grow while it is typed, and a minus sign waits for its digits.
  const isUnderway = !isLeft && read.state === 'wrong' && ((read.problem === 'tooSmall' && !value.includes('-')) || !/\d/.test(value))
  const words = useProblemWords(read, value, rules)
  const isOutside = read.state === 'wrong' && (read.problem === 'tooSmall' || read.problem === 'tooLarge')
  return (
    <TextInput
      autoComplete="off"
      // The number pads of phones have no minus.
      inputMode={min === undefined || min < 0 ? 'text' : decimals > 0 ? 'decimal' : 'numeric'}
      {...props}
      value={value}
      error={isUnderway ? null : isOutside ? error || words : words || error}
      description={note ? <span role="status">{t(`number.${note.key}`, { limit: note.limit })}</span> : description}
      {...(note && { inputWrapperOrder: ['label', 'input', 'description', 'error'] as const })}
      {...(unit
        ? { 'data-unit': true, rightSection: <Text size="sm">{unit}</Text>, rightSectionPointerEvents: 'none' as const }
        : { rightSection })}
      onFocus={(event) => {
        setLeft(false)
        event.currentTarget.select()
        onFocus?.(event)
      }}
      onBlur={(event) => {
        leave()
        onBlur?.(event)
      }}
      onChange={({ currentTarget: { value: text } }) => type(text)}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        goBy(event)
      }}
    />
  )
}

/** The error text of a typed number; null if it is valid. */
function useProblemWords(read: ReadNumber, typed: string, { locale, decimals = 0, min = 0, max = 0 }: NumberRules): string | null {
  const { t } = useTranslation()
  if (read.state !== 'wrong') return null
  const { decimal } = signsOf(locale)
  const digits = typed.trim()
  return t(`number.${read.problem}`, {
    count: decimals,
    min: writeNumber(min, locale),
    max: writeNumber(max, locale),
    typed: digits,
    whole: digits.replaceAll(/[.,]/g, ''),
    decimal: digits.replaceAll(/[.,]/g, decimal),
  })
}
