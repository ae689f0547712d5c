import { Alert, Button, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Trouble } from '#app/components/Trouble.tsx'
import { useAsking } from '#app/components/use-asking.ts'
import { formats } from '#app/data/formats.ts'
import { machineToday, restart, sendCredit, type Today } from '#app/data/machine-today.ts'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { MachineId } from '#domain/ids.ts'
import { takesCredit } from '#domain/machines/connectivity.ts'
import { kindOf } from '#domain/machines/machine.ts'
import { toMinor } from '#domain/money.ts'
import classes from './MachineCards.module.css'
import { TitledCard } from './TitledCard.tsx'

const HIGHEST = 100
const LEAST = 0.01
/** What things cost in Poland. */
const QUICK = { PLN: [2, 3.5, 5] } as Readonly<Record<string, readonly number[]>>

/** Credit to be used at the machine within two minutes, and a new start of its device: both happen now or not at all. */
export function CreditCard({ machineId, today }: { machineId: MachineId; today: Today | undefined }) {
  const { t } = useTranslation('machines')
  const { currency, decimals, money } = formats()
  const queryClient = useQueryClient()
  const [amount, setAmount] = useState<number | null>(null)
  const credit = useAsking()
  const restarting = useAsking()
  const state = today?.state
  const canSell = state !== undefined && takesCredit(state)
  const canRestart = state !== undefined && kindOf(state) !== 'offline' && state !== 'RESTARTING'

  const send = async () => {
    const sent = await credit.ask(() => sendCredit(machineId, toMinor(amount ?? 0, currency)))
    if (sent) setAmount(null)
    if (sent) toastSuccess(t('CREDIT_SENT'))
    else toastError(t('CREDIT_COULD_NOT_BE_SENT'))
  }
  const restartNow = async () => {
    const asked = await restarting.ask(() => restart(machineId))
    if (asked) toastSuccess(t('restarted'))
    else toastError(t('operationFailed'))
    await queryClient.invalidateQueries({ queryKey: machineToday(machineId).queryKey })
  }
  if (today && !today.actionsSupport)
    return (
      <TitledCard title={t('credit')}>
        <Alert color="gray" variant="light">
          {t('CONNECT_DEVICES_TO_USE_ACTIONS')}
        </Alert>
      </TitledCard>
    )
  return (
    <TitledCard title={t('credit')}>
      <div className={classes.fields}>
        <NumberInput
          label={t('amount', { currency })}
          min={0}
          max={HIGHEST}
          step={0.1}
          clamps="leaving"
          decimals={decimals}
          fixed
          value={amount}
          onChange={setAmount}
        />
        {QUICK[currency] && (
          <div className={classes.buttons}>
            {QUICK[currency].map((quick) => (
              <Button key={quick} variant="default" onClick={() => setAmount(quick)}>
                {money(quick)}
              </Button>
            ))}
          </div>
        )}
      </div>
      <div className={classes.buttons}>
        <Button size="md" loading={credit.isBusy} disabled={!canSell || !(amount !== null && amount >= LEAST)} onClick={() => void send()}>
          {t('sendCredit')}
        </Button>
        <Button
          size="md"
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={restarting.isBusy}
          disabled={!canRestart}
          onClick={() => void restartNow()}
        >
          {t('restart')}
        </Button>
      </div>
      <Text size="sm" c="dimmed" mt="xs">
        {t(today === undefined ? 'trouble.notAsked' : canSell ? 'creditLasts' : 'creditNeedsRunning')}
      </Text>
      <Trouble text={credit.trouble ?? restarting.trouble} />
    </TitledCard>
  )
}
