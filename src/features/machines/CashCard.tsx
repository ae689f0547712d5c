import { Button, Text } from '@mantine/core'
import { IconMoneybag } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { WithdrawCash } from '#app/components/WithdrawCash.tsx'
import { formats } from '#app/data/formats.ts'
import type { Today } from '#app/data/machine-today.ts'
import type { Machine } from '#contract/machines.ts'
import { fromIso } from '#domain/time.ts'
import classes from './MachineCards.module.css'
import { TitledCard } from './TitledCard.tsx'

/** The content of the cash box, for users who may see it, and a button to record that it was emptied, which works offline. */
export function CashCard({ machine, today }: { machine: Machine; today: Today | undefined }) {
  const { t } = useTranslation('machines')
  const { money, dateTime } = formats()
  const [isAsking, setAsking] = useState(false)
  const [isLost, setLost] = useState(false)
  const withdrawnAt = machine.lastWithdrawDatetime
  // Withdrawals recorded here after the server's data are not in its figure.
  const isNewer =
    withdrawnAt !== undefined && withdrawnAt !== today?.lastWithdrawDatetime && withdrawnAt > (today?.lastWithdrawDatetime ?? '')
  const amount = today?.cashInMachine === undefined || isNewer ? null : today.cashInMachine

  return (
    <TitledCard title={t('cash')}>
      <Text className={classes.figure}>{amount === null ? '–' : money(amount)}</Text>
      <Text c="dimmed" size="sm">
        {withdrawnAt ? t('withdrawnAt', { at: dateTime(fromIso(withdrawnAt)) }) : t('neverWithdrawn')}
      </Text>
      <div className={classes.buttons}>
        <Button variant="light" size="md" leftSection={<IconMoneybag size={18} aria-hidden />} onClick={() => setAsking(true)}>
          {t('withdraw')}
        </Button>
      </div>
      <ErrorText text={isLost ? t('COULD_NOT_WITHDRAWN_CASH') : null} />
      <WithdrawCash machine={machine} opened={isAsking} onClose={() => setAsking(false)} onRecorded={(isKept) => setLost(!isKept)} />
    </TitledCard>
  )
}
