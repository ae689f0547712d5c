import { Alert, Button, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useDraftMutation } from '#app/components/form/use-draft-mutation.ts'
import { keyOf, useDraft } from '#app/components/use-draft.ts'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { endDraft } from '#app/data/drafts.ts'
import { formats } from '#app/data/formats.ts'
import { machineCommands, restart, sendCredit, type Today } from '#app/data/machine-today.ts'
import { NotAnswered } from '#app/data/server-requests.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { NumberInput } from '#app/ui/NumberInput.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { CREDIT_LIFETIME_SECONDS, type RequestedCommand } from '#contract/devices.ts'
import type { MachineId } from '#domain/ids.ts'
import { acceptsCredit } from '#domain/machines/connectivity.ts'
import { kindOf } from '#domain/machines/machine.ts'
import { toDecimal, toMinor } from '#domain/money.ts'
import { fromIso, SECOND } from '#domain/time.ts'
import classes from './MachineCards.module.css'
import { TitledCard } from './TitledCard.tsx'

const HIGHEST = 100
const LEAST = 0.01
/** Typical prices in Poland. */
const QUICK = { PLN: [2, 3.5, 5] } as Readonly<Record<string, readonly number[]>>

/** A credit that was sent and has no response yet. */
const Draft = v.object({ amount: v.optional(v.number()) })
const NOTHING: v.InferOutput<typeof Draft> = {}

/** Credit to be used at the machine within two minutes, and a restart of its device: both are sent now or fail. */
export function CreditCard({ machineId, machine, today }: { machineId: MachineId; machine: string; today: Today | undefined }) {
  const { t } = useTranslation('machines')
  const { currency, decimals, money } = formats()
  const [typed, setTyped] = useState<number | null>(null)
  const draft = useDraft(machineId, 'credit', Draft, NOTHING)
  // A credit that would have expired is sent with a new key.
  const credit = useDraftMutation(draft, sendCredit(machineId), CREDIT_LIFETIME_SECONDS * SECOND)
  const isAnswered = !credit.isUnsettled && !credit.isPending && draft.value.amount !== undefined
  useEffect(() => {
    if (isAnswered) endDraft(keyOf(machineId, 'credit'))
  }, [isAnswered, machineId])
  const amount = credit.isUnsettled ? (draft.value.amount ?? null) : typed
  const restarting = useKeyedMutation(restart(machineId))
  const [confirming, setConfirming] = useState<'credit' | 'restart' | null>(null)
  const state = today?.state
  const canSell = state !== undefined && acceptsCredit(state)
  const canRestart = state !== undefined && kindOf(state) !== 'offline' && state !== 'RESTARTING'

  /** A command without a response may have been executed. */
  const errorOf = ({ error, errorText }: { error: unknown; errorText: string | null }, uncertain: string) =>
    isUncertain(error) ? `${errorText} ${t(uncertain)}` : errorText
  const send = () => {
    restarting.reset()
    draft.change(() => ({ amount: amount ?? 0 }))
    credit.mutate(
      { amount: toMinor(amount ?? 0, currency) },
      {
        onSuccess: () => {
          setTyped(null)
          draft.clear()
          toastSuccess(t('CREDIT_SENT'))
        },
        onError: (error) => toastError(t(isUncertain(error) ? 'creditUncertain' : 'CREDIT_COULD_NOT_BE_SENT')),
        onSettled: () => setConfirming(null),
      },
    )
  }
  const restartNow = () => {
    credit.reset()
    restarting.mutate(
      {},
      {
        onSuccess: () => toastSuccess(t('restarted')),
        onError: (error) => toastError(t(isUncertain(error) ? 'restartUncertain' : 'operationFailed')),
        onSettled: () => setConfirming(null),
      },
    )
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
          onChange={setTyped}
          disabled={credit.isUnsettled}
        />
        {QUICK[currency] && (
          <div className={classes.buttons}>
            {QUICK[currency].map((quick) => (
              <Button key={quick} variant="default" disabled={credit.isUnsettled} onClick={() => setTyped(quick)}>
                {money(quick)}
              </Button>
            ))}
          </div>
        )}
      </div>
      <div className={classes.buttons}>
        <Button
          size="md"
          loading={credit.isPending}
          disabled={!canSell || !(amount !== null && amount >= LEAST)}
          onClick={() => setConfirming('credit')}
        >
          {t(credit.isUnsettled && !credit.isPending ? 'common:unsettled.sendAgain' : 'sendCredit')}
        </Button>
        <Button
          size="md"
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={restarting.isPending}
          disabled={!canRestart}
          onClick={() => setConfirming('restart')}
        >
          {t('restart')}
        </Button>
      </div>
      <Text size="sm" c="dimmed" mt="xs">
        {t(today === undefined ? 'trouble.notAsked' : canSell ? 'creditLasts' : 'creditNeedsRunning')}
      </Text>
      <ErrorText text={errorOf(credit, 'creditUncertain') ?? errorOf(restarting, 'restartUncertain')} />
      <CommandOutcomes machineId={machineId} />
      <ConfirmDialog
        opened={confirming === 'credit'}
        title={t('sendCredit')}
        confirm={t('sendCredit')}
        onConfirm={send}
        onClose={() => setConfirming(null)}
        isBusy={credit.isPending}
      >
        <Text>{t('creditConfirm', { amount: money(amount ?? 0), machine })}</Text>
      </ConfirmDialog>
      <ConfirmDialog
        opened={confirming === 'restart'}
        title={t('restartConfirm', { machine })}
        confirm={t('restart')}
        onConfirm={restartNow}
        onClose={() => setConfirming(null)}
        isBusy={restarting.isPending}
      >
        <Text>{t('restartMeans')}</Text>
      </ConfirmDialog>
    </TitledCard>
  )
}

const isUncertain = (error: unknown): boolean => error instanceof NotAnswered && error.answer?.state === 'unreachable'

const SHOWN = 5
const isBad = ({ outcome }: RequestedCommand) => outcome === 'failed' || outcome === 'expired'

/** The outcome of recent credits and restarts. */
function CommandOutcomes({ machineId }: { machineId: MachineId }) {
  const { t } = useTranslation('machines')
  const { money, dateTime, currency } = formats()
  const { data: commands } = useQuery(machineCommands(machineId))
  if (!commands || commands.length === 0) return null
  return (
    <section aria-label={t('commands.title')} aria-live="polite">
      <Text size="sm" fw={600} mt="md">
        {t('commands.title')}
      </Text>
      <ul className={classes.rows}>
        {commands.slice(0, SHOWN).map((command) => (
          <li key={command.id} className={classes.row}>
            <span>
              <Text span>{t(`commands.${command.kind}`, { amount: money(toDecimal(command.amount ?? 0, currency)) })}</Text>
              <Text size="sm" c={isBad(command) ? 'red' : 'dimmed'}>
                {t(`commands.${command.outcome ?? 'waiting'}`)}
              </Text>
            </span>
            <Text size="sm" c="dimmed">
              {dateTime(fromIso(command.askedAt))} · {command.by}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}
