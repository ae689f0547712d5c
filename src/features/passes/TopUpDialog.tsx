import { Alert, Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { topUpPasses } from '#app/data/passes.ts'
import { FormModal } from '#app/ui/FormModal.tsx'
import { NumberTextInput } from '#app/ui/NumberInput.tsx'
import { toastInfo, toastSuccess } from '#app/ui/toasts.ts'
import { toDecimal, toMinor } from '#domain/money.ts'
import { BELOW_FUNDS, FUNDS_STEP, MAX_CREDIT, MIN_FUNDS } from '#domain/passes.ts'
import { amountBetween } from './amount.ts'
import { usePassOperation } from './use-pass-operation.ts'

type Props = { opened: boolean; onClose(): void }

export function TopUpDialog({ opened, onClose }: Props) {
  const { t } = useTranslation('passes')
  return (
    <FormModal opened={opened} onClose={onClose} title={t('topUp')} closeButtonProps={{ 'aria-label': t('common:close') }}>
      {opened && <TopUpForm onClose={onClose} />}
    </FormModal>
  )
}

/** Tops up every active card by its recurring credit, or by the same amount. */
function TopUpForm({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useTranslation('passes')
  const { currency, decimals, locale, money, number } = formats()
  const [isRecurring, setRecurring] = useState(true)
  const [typed, setTyped] = useState<string>('')
  const { isBusy, trouble, run } = usePassOperation()
  const limits = { min: toDecimal(1, currency), max: toDecimal(toMinor(BELOW_FUNDS, currency) - 1, currency) }
  const funds = amountBetween(typed, { currency, locale }, limits.min, limits.max)
  const save = async () => {
    if (!isRecurring && funds === null) return
    const done = await run((key) => topUpPasses(isRecurring ? null : funds, key))
    if (!done) return
    toastSuccess(t('toppedUp', { count: done.toppedUp, shown: number(done.toppedUp), total: money(done.total) }))
    if (done.capped > 0) toastInfo(t('capped', { count: done.capped, shown: number(done.capped) }))
    onClose()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack gap="md">
        <Text>{t('topUpMeans', { most: money(MAX_CREDIT) })}</Text>
        <Switch
          size="md"
          label={t('recurring')}
          checked={isRecurring}
          onChange={({ currentTarget: { checked } }) => setRecurring(checked)}
          data-autofocus
        />
        <NumberTextInput
          size="md"
          label={t('funds')}
          disabled={isRecurring}
          required={!isRecurring}
          value={typed}
          onChange={setTyped}
          {...limits}
          decimals={decimals}
          fixed
          step={FUNDS_STEP}
          stepsFrom={MIN_FUNDS}
          unit={currency}
          rightSectionWidth={56}
          error={!isRecurring && typed !== '' && funds === null ? t('fundsWrong', { below: money(BELOW_FUNDS) }) : null}
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
          <Button type="submit" size="md" loading={isBusy} disabled={!isRecurring && funds === null}>
            {t('topUp')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
