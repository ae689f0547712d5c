import { Button, Pill, Text, TextInput } from '@mantine/core'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { useDirtyForm } from '#app/ui/dirty-forms.ts'
import { NumberTextInput } from '#app/ui/NumberInput.tsx'
import { type CountedBag, MAX_BAG_LENGTH, MAX_CASH, type UncountedBag } from '#contract/collections.ts'
import { readNumber } from '#domain/numbers.ts'
import classes from './Count.module.css'
import { saveCount } from './counts.queries.ts'

type Props = {
  /** A collection without a bag number that was chosen from the list. */
  chosen: UncountedBag | null
  onChosen(chosen: UncountedBag | null): void
  onCounted(count: CountedBag): void
  form: RefObject<HTMLFormElement | null>
}

/** Moves the cursor to the amount. */
export function focusAmount(form: HTMLFormElement | null): void {
  const field = form?.elements.namedItem(AMOUNT)
  if (field instanceof HTMLElement) field.focus()
}

const AMOUNT = 'amount'

/** Bag number, Enter, amount, Enter, and the next bag. What is expected appears nowhere in it. */
export function CountForm({ chosen, onChosen, onCounted, form }: Props) {
  const { t } = useTranslation('collections')
  const [bag, setBag] = useState('')
  const [amount, setAmount] = useState('')
  const [isBagMissing, setBagMissing] = useState(false)
  const bagField = useRef<HTMLInputElement>(null)
  const { mutate, isPending, errorText, reset } = useKeyedMutation(saveCount)
  const { locale, decimals, currency } = formats()
  const rules = { decimals, min: 0, max: MAX_CASH }
  const read = readNumber(amount, { locale, ...rules })
  useDirtyForm(bag !== '' || amount !== '')

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const named = chosen ? { collection: chosen.id } : bag.trim() ? { bag: bag.trim() } : null
    setBagMissing(!named)
    if (!named) return bagField.current?.focus()
    if (read.state !== 'number') return focusAmount(form.current)
    mutate(
      { body: { ...named, amount: read.value } },
      {
        onSuccess: ({ count }) => {
          // Rendered before the focus moves: a field that is left writes its last text again.
          flushSync(() => {
            onCounted(count)
            onChosen(null)
            setBag('')
            setAmount('')
          })
          bagField.current?.focus()
        },
      },
    )
  }
  return (
    <form ref={form} className={classes.form} onSubmit={submit} aria-label={t('count.title')} noValidate>
      {chosen ? (
        <div className={classes.chosen}>
          <Text size="lg" fw={500}>
            {t('count.collection')}
          </Text>
          <Pill size="xl" withRemoveButton onRemove={() => onChosen(null)} removeButtonProps={{ 'aria-label': t('count.otherBag') }}>
            {chosen.machine.name}
          </Pill>
        </div>
      ) : (
        <TextInput
          ref={bagField}
          size="lg"
          label={t('count.bag')}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          autoFocus
          maxLength={MAX_BAG_LENGTH}
          error={isBagMissing && bag.trim() === '' ? t('count.bagMissing') : null}
          value={bag}
          onChange={({ currentTarget: { value } }) => {
            setBag(value)
            reset()
          }}
        />
      )}
      <NumberTextInput
        name={AMOUNT}
        size="lg"
        label={t('count.amount')}
        unit={currency}
        {...rules}
        value={amount}
        onChange={(text) => {
          setAmount(text)
          reset()
        }}
      />
      <Button type="submit" size="lg" loading={isPending}>
        {t('count.save')}
      </Button>
      <ErrorText text={errorText} />
    </form>
  )
}
