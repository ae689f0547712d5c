import { Alert, Button, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useAsking } from '#app/components/use-asking.ts'
import { formats } from '#app/data/formats.ts'
import { machineCommands, machineToday, restart, sendCredit, type Today } from '#app/data/machine-today.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { MachineId, OperationId } from '#domain/ids.ts'
import { takesCredit } from '#domain/machines/connectivity.ts'
import { kindOf } from '#domain/machines/machine.ts'
import { toMinor } from '#domain/money.ts'
import type { Answer } from '#offline/sync-calls.ts'
import { CommandOutcomes } from './CommandOutcomes.tsx'
import classes from './MachineCards.module.css'
import { TitledCard } from './TitledCard.tsx'
import { useIntention } from './use-intention.ts'

const HIGHEST = 100
const LEAST = 0.01
/** Typical prices in Poland. */
const QUICK = { PLN: [2, 3.5, 5] } as Readonly<Record<string, readonly number[]>>

/** Credit to be used at the machine within two minutes, and a restart of its device: both are sent now or fail. */
export function CreditCard({ machineId, machine, today }: { machineId: MachineId; machine: string; today: Today | undefined }) {
  const { t } = useTranslation('machines')
  const { currency, decimals, money } = formats()
  const queryClient = useQueryClient()
  const [amount, setAmount] = useState<number | null>(null)
  const credit = useAsking()
  const restarting = useAsking()
  const intention = useIntention()
  const [confirming, setConfirming] = useState<'credit' | 'restart' | null>(null)
  /** An action that may have been executed without a response. */
  const [uncertain, setUncertain] = useState<'credit' | 'restart' | null>(null)
  /** Why the outcome is unknown. */
  const reason = (uncertain === 'restart' ? restarting : credit).trouble ?? ''
  const state = today?.state
  const canSell = state !== undefined && takesCredit(state)
  const canRestart = state !== undefined && kindOf(state) !== 'offline' && state !== 'RESTARTING'

  /** Sends a request with the key of this intention; true if accepted, false if refused, null if unknown. */
  const ask = async (what: 'credit' | 'restart', wish: string, sending: (key: OperationId) => Promise<Answer<unknown>>) => {
    let isKnown = true
    const by = what === 'credit' ? credit : restarting
    setUncertain(null)
    const accepted = await by.ask(async () => {
      const answer = await sending(intention.keyOf(wish))
      isKnown = answer.state !== 'unreachable'
      return answer
    })
    setConfirming(null)
    if (isKnown) intention.end()
    else setUncertain(what)
    await Promise.all(
      [machineToday(machineId), machineCommands(machineId)].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
    )
    return isKnown ? accepted !== null : null
  }
  const send = async () => {
    const minor = toMinor(amount ?? 0, currency)
    const sent = await ask('credit', `credit ${minor}`, (key) => sendCredit(machineId, minor, key))
    if (sent) setAmount(null)
    if (sent) toastSuccess(t('CREDIT_SENT'))
    else toastError(t(sent === null ? 'creditUncertain' : 'CREDIT_COULD_NOT_BE_SENT'))
  }
  const restartNow = async () => {
    const asked = await ask('restart', 'restart', (key) => restart(machineId, key))
    if (asked) toastSuccess(t('restarted'))
    else toastError(t(asked === null ? 'restartUncertain' : 'operationFailed'))
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
        <Button
          size="md"
          loading={credit.isBusy}
          disabled={!canSell || !(amount !== null && amount >= LEAST)}
          onClick={() => setConfirming('credit')}
        >
          {t('sendCredit')}
        </Button>
        <Button
          size="md"
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={restarting.isBusy}
          disabled={!canRestart}
          onClick={() => setConfirming('restart')}
        >
          {t('restart')}
        </Button>
      </div>
      <Text size="sm" c="dimmed" mt="xs">
        {t(today === undefined ? 'trouble.notAsked' : canSell ? 'creditLasts' : 'creditNeedsRunning')}
      </Text>
      <ErrorText text={uncertain ? `${reason} ${t(`${uncertain}Uncertain`)}` : (credit.trouble ?? restarting.trouble)} />
      <CommandOutcomes machineId={machineId} />
      <ConfirmDialog
        opened={confirming === 'credit'}
        title={t('sendCredit')}
        confirm={t('sendCredit')}
        onConfirm={() => void send()}
        onClose={() => setConfirming(null)}
        isBusy={credit.isBusy}
      >
        <Text>{t('creditConfirm', { amount: money(amount ?? 0), machine })}</Text>
      </ConfirmDialog>
      <ConfirmDialog
        opened={confirming === 'restart'}
        title={t('restartConfirm', { machine })}
        confirm={t('restart')}
        onConfirm={() => void restartNow()}
        onClose={() => setConfirming(null)}
        isBusy={restarting.isBusy}
      >
        <Text>{t('restartMeans')}</Text>
      </ConfirmDialog>
    </TitledCard>
  )
}
