import { RingProgress, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ActivityFeed } from '#app/components/ActivityFeed.tsx'
import { StockBar } from '#app/components/StockBar.tsx'
import { openHere } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import type { Today } from '#app/data/machine-today.ts'
import { machineStock } from '#app/data/stock.ts'
import { waysOf } from '#app/data/ways.ts'
import { AgeText } from '#app/ui/AgeText.tsx'
import { Card } from '#app/ui/Card.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import type { Machine } from '#contract/machines.ts'
import { fillOf } from '#domain/stock/shortage.ts'
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

/** What is known of one machine: its stock and its note from this device, the rest as the server said last. */
export function MachineOverview({ machine, today }: Props) {
  const { t } = useTranslation('machines')
  const isManager = openHere().account.companyRole === 'ROLE_MANAGER'
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
      {isManager && <CreditCard machineId={machine.id} today={today} />}
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
  const { shortages } = waysOf(openHere().account)
  const current = places ? places.reduce((sum, place) => sum + place.currentQuantity, 0) : machine.currentQuantity
  const max = places ? places.reduce((sum, place) => sum + (place.maxQuantity ?? 0), 0) : machine.maxQuantity
  const emptyPlaces = places ? places.filter((place) => place.currentQuantity <= 0).length : machine.emptyPlaces
  const { percent, danger } = fillOf(current, max)
  const full = percentage(max > 0 ? current / max : 0)
  return (
    <TitledCard title={t('stock')}>
      <div className={cards.stock}>
        <RingProgress
          size={112}
          thickness={12}
          roundCaps
          rootColor="var(--app-line)"
          sections={[{ value: percent, color: danger ? 'red' : percent < 30 ? 'orange' : 'teal' }]}
          label={
            <Text ta="center" fw={650} data-figures>
              {full}
            </Text>
          }
        />
        <div className={classes.placeWords}>
          <StockBar current={current} max={max} isMixed={machine.type === 'COFFEE'} />
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
