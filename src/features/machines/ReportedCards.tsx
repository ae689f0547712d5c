import { Badge, Text } from '@mantine/core'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAlertLabels, usePartLabels } from '#app/components/alert-labels.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { formats } from '#app/data/formats.ts'
import { coinAcceptor, machineDevices, machineServicemen, mdbDevices } from '#app/data/machine-today.ts'
import { AgeText } from '#app/ui/AgeText.tsx'
import type { Machine } from '#contract/machines.ts'
import type { MachineId } from '#domain/ids.ts'
import { isFaulty, isSwitchedOff, PART_ALERT } from '#domain/machines/alert-names.ts'
import { fromIso } from '#domain/time.ts'
import classes from './MachineCards.module.css'
import { TitledCard } from './TitledCard.tsx'
import { useDeviceKind } from './use-device-kind.ts'

/** The status that the name of an alert of a part states already. */
const FAULT = 'FAULT'

export function AlertsCard({ alerts = [] }: { alerts: Machine['alerts'] }) {
  const { t } = useTranslation('machines')
  const alertLabel = useAlertLabels()
  const words = usePartLabels()
  return (
    <TitledCard title={t('alerts')}>
      {alerts.length === 0 ? (
        <Text c="dimmed">{t('NO_ALERTS')}</Text>
      ) : (
        <ul className={classes.rows}>
          {alerts.map(({ code, created, message }) => (
            <li key={code} className={classes.row}>
              <span className={classes.alert}>
                <IconAlertTriangleFilled size={16} aria-hidden />
                <span>
                  {alertLabel(code)}
                  {message && !(code.startsWith(PART_ALERT) && message.toUpperCase() === FAULT) && (
                    <Text component="div" size="sm" c="dimmed">
                      {code.startsWith(PART_ALERT) ? words.status(message) : message}
                    </Text>
                  )}
                </span>
              </span>
              <Text span c="dimmed" size="sm">
                <AgeText at={fromIso(created)} />
              </Text>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  )
}

/** Shows nothing if there are no parts on the bus. */
export function MdbCard({ machineId }: { machineId: MachineId }) {
  const { t } = useTranslation('machines')
  const words = usePartLabels()
  const { data } = useQuery(mdbDevices(machineId))
  if (!data || data.length === 0) return null
  return (
    <TitledCard title={t('mdbDevices')}>
      <ul className={classes.rows}>
        {data.map(({ type, status }) => (
          <li key={type} className={classes.row}>
            <span>{words.part(type)}</span>
            <Badge color={isFaulty(status) ? 'orange' : isSwitchedOff(status) ? 'gray' : 'green'} variant="light">
              {words.status(status)}
            </Badge>
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}

export function DevicesCard({ machineId }: { machineId: MachineId }) {
  const { t } = useTranslation('machines')
  const kindOf = useDeviceKind()
  const why = useWhyNot()
  const { data, error } = useQuery(machineDevices(machineId))
  return (
    <TitledCard title={t('devices')}>
      {!data || data.length === 0 ? (
        <Text c="dimmed">{error ? why(error).text : t('NO_CONNECTED_DEVICES')}</Text>
      ) : (
        <ul className={classes.rows}>
          {data.map(({ imei, type, vendor, heardAt }) => (
            <li key={imei} className={classes.row}>
              <span>
                {kindOf({ imei, type, vendor })}
                <Text component="div" size="sm" c="dimmed" data-figures>
                  {imei}
                </Text>
              </span>
              <Text span c="dimmed" size="sm">
                {heardAt === null ? t('neverHeard') : <AgeText at={fromIso(heardAt)} />}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  )
}

export function CoinsCard({ machineId }: { machineId: MachineId }) {
  const { t } = useTranslation('machines')
  const { money, number } = formats()
  const why = useWhyNot()
  const { data, error } = useQuery(coinAcceptor(machineId))
  const coins = data ?? []
  const sum = coins.reduce((total, { value, count = 0 }) => total + value * count, 0)
  return (
    <TitledCard title={t('coins')}>
      {coins.length === 0 ? (
        <Text c="dimmed">
          {t('NO_COIN_ACCEPTOR_DATA')}
          {error && ` · ${why(error).text}`}
        </Text>
      ) : (
        <>
          <ul className={classes.rows}>
            {coins.map(({ value, count }) => (
              <li key={value} className={classes.row} data-figures>
                <span>{money(value)}</span>
                <span>{count === undefined ? '–' : t('coinCount', { count, text: number(count) })}</span>
              </li>
            ))}
          </ul>
          {coins.some(({ count }) => count !== undefined) && (
            <Text fw={600} mt="xs" ta="end" data-figures>
              {money(sum)}
            </Text>
          )}
        </>
      )}
    </TitledCard>
  )
}

export function ServicemenCard({ machineId }: { machineId: MachineId }) {
  const { t } = useTranslation('machines')
  const why = useWhyNot()
  const { data, error } = useQuery(machineServicemen(machineId))
  return (
    <TitledCard title={t('servicemen')}>
      {!data || data.length === 0 ? (
        <Text c="dimmed">{error ? why(error).text : t('NO_SERVICEMAN_ASSIGNED')}</Text>
      ) : (
        <ul className={classes.rows}>
          {data.map(({ userId, name, phoneNumber }) => (
            <li key={userId} className={classes.row}>
              <span>{name}</span>
              {phoneNumber && (
                <a href={`tel:${phoneNumber}`} className={classes.phone}>
                  {phoneNumber}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  )
}
