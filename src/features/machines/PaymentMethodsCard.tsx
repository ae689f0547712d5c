import { Badge, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { getSession } from '#app/data/device.ts'
import { changeMachine, type Today } from '#app/data/machine-today.ts'
import type { MachineId } from '#domain/ids.ts'
import classes from './MachineCards.module.css'
import { TitledCard } from './TitledCard.tsx'

const LATER = ['QR_PREPAID', 'APPLE_PAY', 'GOOGLE_PAY', 'PAYPAL'] as const

/** Means of payment of a machine besides cash and card. BLIK is Polish. */
export function PaymentMethodsCard({ machineId, today }: { machineId: MachineId; today: Today | undefined }) {
  const { t } = useTranslation('payments')
  const change = useServerMutation(changeMachine(machineId))
  const isPolish = getSession().account.locale.toLowerCase().startsWith('pl')
  const isOn = today?.blikEnabled ?? false
  return (
    <TitledCard title={t('methods')}>
      <ul className={classes.rows}>
        {isPolish && (
          <li className={classes.row}>
            <span>
              BLIK{' '}
              {today && (
                <Badge variant="light" color={isOn ? 'green' : 'gray'}>
                  {t(isOn ? 'on' : 'off')}
                </Badge>
              )}
            </span>
            <Button
              variant={isOn ? 'default' : 'filled'}
              mih={44}
              loading={change.isPending}
              disabled={!today}
              aria-label={t(isOn ? 'disableNamed' : 'enableNamed', { method: 'BLIK' })}
              onClick={() => change.mutate({ blikEnabled: !isOn })}
            >
              {t(isOn ? 'disable' : 'enable')}
            </Button>
          </li>
        )}
        {LATER.map((method) => (
          <li key={method} className={classes.row}>
            <span>{t(`method.${method}`)}</span>
            <Badge variant="light" color="gray">
              {t('unavailable')}
            </Badge>
          </li>
        ))}
      </ul>
      <ErrorText text={change.errorText} />
    </TitledCard>
  )
}
