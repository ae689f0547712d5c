import { Alert, Button, Group, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { addPass, changePass } from '#app/data/passes.ts'
import { useDirtyForm } from '#app/ui/dirty-forms.ts'
import { FormModal } from '#app/ui/FormModal.tsx'
import { NumberTextInput } from '#app/ui/NumberInput.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { Pass } from '#contract/passes.ts'
import { writeNumber } from '#domain/numbers.ts'
import { CARD_LENGTH, HOLDER_LENGTH, MAX_CREDIT, MAX_RECURRING } from '#domain/passes.ts'
import { amountBetween } from './amount.ts'
import classes from './Passes.module.css'
import { usePassOperation } from './use-pass-operation.ts'

type Props = { pass: Pass | null; onClose(): void }

export function PassDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation('passes')
  return (
    <FormModal
      opened={opened}
      onClose={props.onClose}
      title={t(props.pass ? 'edit' : 'add')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {opened && <PassForm key={props.pass?.cardIdentifier ?? ''} {...props} />}
    </FormModal>
  )
}

/** A card with its holder and its credit. The number of an existing card cannot change. */
function PassForm({ pass, onClose }: Props) {
  const { t } = useTranslation('passes')
  const { currency, decimals, locale, money } = formats()
  const shown = (amount: number) => writeNumber(amount, locale, { decimals, fixed: true })
  const [begun] = useState({
    card: pass?.cardIdentifier ?? '',
    holder: pass?.holderName ?? '',
    credit: pass ? shown(pass.creditAmount) : '',
    recurring: shown(pass?.recurringCreditAmount ?? 0),
    isActive: pass?.isActive ?? true,
  })
  const [typed, setTyped] = useState(begun)
  const { isBusy, trouble, run } = usePassOperation()
  useDirtyForm(JSON.stringify(typed) !== JSON.stringify(begun))
  const [card, holder] = [typed.card.trim(), typed.holder.trim()]
  const credit = amountBetween(typed.credit, { currency, locale }, 0, MAX_CREDIT)
  const recurring = amountBetween(typed.recurring, { currency, locale }, 0, MAX_RECURRING)
  const isRight = card.length >= CARD_LENGTH.least && holder !== '' && credit !== null && recurring !== null
  const save = async () => {
    if (!isRight) return
    const rest = { holderName: holder, recurringCreditAmount: recurring, isActive: typed.isActive }
    // An unedited credit is not sent, because it may have changed meanwhile.
    const moved = pass && typed.credit !== begun.credit ? { creditAmount: credit, creditBefore: pass.creditAmount } : {}
    const saved = await run((key) =>
      pass
        ? changePass(pass.cardIdentifier, { ...rest, ...moved }, key)
        : addPass({ ...rest, cardIdentifier: card, creditAmount: credit }, key),
    )
    if (!saved) return
    toastSuccess(t(pass ? 'saved' : 'created'))
    onClose()
  }
  const set = (name: 'card' | 'holder' | 'credit' | 'recurring', value: string) => setTyped((now) => ({ ...now, [name]: value }))
  const field = (name: 'card' | 'holder' | 'credit' | 'recurring') => ({
    size: 'md' as const,
    autoComplete: 'off',
    required: true,
    value: typed[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => set(name, value),
  })
  const moneyField = (most: number) => ({
    description: t('between', { from: money(0), to: money(most) }),
    decimals,
    fixed: true,
    min: 0,
    max: most,
    unit: currency,
    rightSectionWidth: 44,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack gap="md">
        <TextInput
          {...field('card')}
          label={t('column.cardIdentifier')}
          description={pass ? t('fixed') : t('wrongCard')}
          readOnly={pass !== null}
          maxLength={CARD_LENGTH.most}
          data-autofocus={pass ? undefined : true}
        />
        <TextInput {...field('holder')} label={t('column.holderName')} maxLength={HOLDER_LENGTH} data-autofocus={pass ? true : undefined} />
        <div className={classes.pair}>
          <NumberTextInput
            {...field('credit')}
            {...moneyField(MAX_CREDIT)}
            label={t('column.creditAmount')}
            onChange={(value) => set('credit', value)}
          />
          <NumberTextInput
            {...field('recurring')}
            {...moneyField(MAX_RECURRING)}
            label={t('column.recurringCreditAmount')}
            onChange={(value) => set('recurring', value)}
          />
        </div>
        <Switch
          size="md"
          label={t('column.isActive')}
          description={t('activeMeans')}
          checked={typed.isActive}
          onChange={({ currentTarget: { checked } }) => setTyped((now) => ({ ...now, isActive: checked }))}
        />
        {trouble && (
          <Alert color="red" role="alert">
            {trouble}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" size="md" loading={isBusy} disabled={!isRight}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
