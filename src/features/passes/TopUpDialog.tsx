import { Alert, Button, Group, Modal, NumberInput, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { topUpPasses } from '#app/data/passes.ts'
import { toastInfo, toastSuccess } from '#app/ui/toasts.ts'
import { decimalsOf } from '#domain/money.ts'
import { BELOW_FUNDS, FUNDS_STEP, LEAST_FUNDS, MOST_CREDIT } from '#domain/passes.ts'
import { amountIn } from './amount.ts'
import { usePassDeed } from './use-pass-deed.ts'

type Props = { opened: boolean; onClose(): void }

export function TopUpDialog({ opened, onClose }: Props) {
  const { t } = useTranslation('passes')
  return (
    <Modal opened={opened} onClose={onClose} title={t('topUp')} closeButtonProps={{ 'aria-label': t('common:close') }}>
      {opened && <TopUpForm onClose={onClose} />}
    </Modal>
  )
}

/** Credit for every active card: each its own recurring one, or the same for all. */
function TopUpForm({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useTranslation('passes')
  const { currency, money, number } = formats()
  const [isRecurring, setRecurring] = useState(true)
  const [typed, setTyped] = useState<string>('')
  const { isBusy, trouble, run } = usePassDeed()
  const amount = amountIn(typed, currency)
  const funds = amount !== null && amount > 0 && amount < BELOW_FUNDS ? amount : null
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
        <Text>{t('topUpMeans', { most: money(MOST_CREDIT) })}</Text>
        <Switch
          size="md"
          label={t('recurring')}
          checked={isRecurring}
          onChange={({ currentTarget: { checked } }) => setRecurring(checked)}
          data-autofocus
        />
        <NumberInput
          size="md"
          label={t('funds')}
          disabled={isRecurring}
          required={!isRecurring}
          value={typed}
          onChange={(value) => setTyped(String(value))}
          min={LEAST_FUNDS}
          step={FUNDS_STEP}
          clampBehavior="none"
          allowNegative={false}
          decimalScale={decimalsOf(currency)}
          allowedDecimalSeparators={['.', ',']}
          suffix={` ${currency}`}
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
