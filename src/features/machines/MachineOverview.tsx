import { RingProgress, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ActivityFeed } from '#app/components/ActivityFeed.tsx'
import { MachineStockBar } from '#app/components/MachineStockBar.tsx'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { filledBy, shareOf } from '#app/data/machine-fill.ts'
import type { Today } from '#app/data/machine-today.ts'
import { machineStock } from '#app/data/stock.ts'
import { waysOf } from '#app/data/ways.ts'
import { AgeText } from '#app/ui/AgeText.tsx'
import { Card } from '#app/ui/Card.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import type { Machine } from '#contract/machines.ts'
import { fromIso } from '#domain/time.ts'
import { AuditCard } from './AuditCard.tsx'
import { CashCard } from './CashCard.tsx'
import { CreditCard } from './CreditCard.tsx'
import { DaySalesCard } from './DaySalesCard.tsx'
import { LocationCard } from './LocationCard.tsx'
import { MachineAbout } from './MachineAbout.tsx'
import cards from './MachineCards.module.css'
import classes from './MachineOverview.module.css'
import { NoteCard } from './NoteCard.tsx'
import { PlacesCard } from './PlacesCard.tsx'
import { TitledCard } from './TitledCard.tsx'
import { AlertsCard, CoinsCard, DevicesCard, MdbCard, ServicemenCard } from './ToldCards.tsx'

type Props = { machine: Machine; today: Today | undefined }

/** A machine: its stock and note from local data, the rest from the server's last response. */
export function MachineOverview({ machine, today }: Props) {
  const { t } = useTranslation('machines')
  const isManager = getSession().account.companyRole === 'ROLE_MANAGER'
  const { data: stock } = useSuspenseQuery(machineStock(machine.id))
  return (
    <div className={classes.cards}>
      <StockCard machine={machine} places={stock?.places ?? null} />
      <Card className={classes.about}>
        <MachineAbout machine={machine} />
      </Card>
      {isManager && <DaySalesCard machineId={machine.id} />}
      <AlertsCard alerts={today?.alerts ?? machine.alerts} />
      <CashCard machine={machine} today={today} />
      <NoteCard machine={machine} />
      <LocationCard machine={machine} mayEdit={isManager} />
      {isManager && <CreditCard machineId={machine.id} machine={machine.name} today={today} />}
      {isManager && <ServicemenCard machineId={machine.id} />}
      {isManager && <DevicesCard machineId={machine.id} />}
      {isManager && <CoinsCard machineId={machine.id} />}
      <MdbCard machineId={machine.id} />
      <TitledCard title={t('activity:title')}>
        <ActivityFeed machine={machine.id} />
      </TitledCard>
      <AuditCard machine={machine} />
      <PlacesCard places={stock?.places ?? []} />
    </div>
  )
}

type Places = Parameters<typeof PlacesCard>[0]['places']

function StockCard({ machine, places }: { machine: Machine; places: Places | null }) {
  const { t } = useTranslation('machines')
  const { fullTime, percentage } = formats()
  const { shortages } = waysOf(getSession().account)
  const shown = places ? { ...machine, ...filledBy(machine.type, places) } : machine
  const { emptyPlaces } = shown
  const share = shareOf(shown) ?? 0
  return (
    <TitledCard title={t('stock')}>
      <div className={cards.stock}>
        <RingProgress
          size={112}
          thickness={12}
          roundCaps
          rootColor="var(--app-line)"
          sections={[{ value: share * 100, color: share < 0.3 ? 'orange' : 'teal' }]}
          label={
            <Text ta="center" fw={650} data-figures>
              {percentage(share)}
            </Text>
          }
        />
        <div className={classes.placeWords}>
          <MachineStockBar machine={shown} />
          <Text mt="xs" c={emptyPlaces > 0 ? 'orange' : 'dimmed'}>
            {emptyPlaces > 0 ? t('emptyPlaces', { count: emptyPlaces }) : t('noEmptyPlaces')}
          </Text>
          <Text c="dimmed" size="sm">
            {machine.lastRefill ? (
              <>
                {t('lastRefill')} <span className={classes.unbroken}>{fullTime(fromIso(machine.lastRefill))}</span> (
                <AgeText at={fromIso(machine.lastRefill)} />)
              </>
            ) : (
              t('neverRefilled')
            )}
          </Text>
        </div>
      </div>
      {shortages && (
        <LinkButton {...shortages(machine.id)} size="md" mt="md" fullWidth>
          {t('shortages')}
        </LinkButton>
      )}
    </TitledCard>
  )
}
