import { Button, FileButton, RingProgress, Text, Title } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActivityFeed } from '#app/components/ActivityFeed.tsx'
import { MachineStockBar } from '#app/components/MachineStockBar.tsx'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import type { Today } from '#app/data/machine-today.ts'
import { filledBy, shareOf } from '#app/data/machines.ts'
import { machineStock } from '#app/data/stock.ts'
import { waysOf } from '#app/data/ways.ts'
import { AgeText } from '#app/ui/AgeText.tsx'
import { Card } from '#app/ui/Card.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { PartMissing } from '#app/ui/PartMissing.tsx'
import { CardsSkeleton } from '#app/ui/Skeletons.tsx'
import type { Machine } from '#contract/machines.ts'
import { fromIso } from '#domain/time.ts'
import auditCardClasses from './AuditCard.module.css'
import { CashCard } from './CashCard.tsx'
import { CreditCard } from './CreditCard.tsx'
import { DaySalesCard } from './DaySalesCard.tsx'
import { LocationCard } from './LocationCard.tsx'
import cards from './MachineCards.module.css'
import classes from './MachineOverview.module.css'
import { MachineVisits } from './MachineVisits.tsx'
import { NoteCard } from './NoteCard.tsx'
import { PlacesCard } from './PlacesCard.tsx'
import { RecordedAudits } from './RecordedAudits.tsx'
import { AlertsCard, CoinsCard, DevicesCard, MdbCard, ServicemenCard } from './ReportedCards.tsx'
import { TitledCard } from './TitledCard.tsx'
import { useDroppedFiles } from './use-dropped-files.ts'

type Props = { machine: Machine; today: Today | undefined }

/** A machine: its stock and note from local data, the rest from the server's last response. */
export function MachineOverview({ machine, today }: Props) {
  const { t } = useTranslation('machines')
  const isManager = getSession().account.companyRole === 'ROLE_MANAGER'
  const { data: stock } = useSuspenseQuery(machineStock(machine.id))
  return (
    <div className={classes.cards}>
      <div className={classes.column}>
        <StockCard machine={machine} places={stock?.places ?? null} />
        <Card>
          <MachineAbout machine={machine} />
        </Card>
        {isManager && <DaySalesCard machineId={machine.id} />}
        <AlertsCard alerts={today?.alerts ?? machine.alerts} />
        <CashCard machine={machine} today={today} />
        <NoteCard machine={machine} />
        <LocationCard machine={machine} mayEdit={isManager} />
      </div>
      <div className={classes.column}>
        {isManager && <CreditCard machineId={machine.id} machine={machine.name} today={today} />}
        {isManager && <ServicemenCard machineId={machine.id} />}
        {isManager && <DevicesCard machineId={machine.id} />}
        {isManager && <CoinsCard machineId={machine.id} />}
        <MdbCard machineId={machine.id} />
        <TitledCard title={t('activity:title')}>
          <ActivityFeed machine={machine.id} />
        </TitledCard>
        <AuditCard machine={machine} />
      </div>
      <MachineVisits machineId={machine.id} className={classes.wide} />
      <div className={classes.wide}>
        <PlacesCard type={machine.type} places={stock?.places ?? []} />
      </div>
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
  const share = shareOf(shown)
  const hasNoPlaces = places?.length === 0
  const isSetUpHere = hasNoPlaces && getSession().account.companyRole === 'ROLE_MANAGER'
  return (
    <TitledCard title={t('stock')}>
      <div className={cards.stock}>
        <RingProgress
          size={112}
          thickness={12}
          roundCaps
          rootColor="var(--app-line)"
          sections={share === null ? [] : [{ value: share * 100, color: share < 0.3 ? 'orange' : 'var(--app-data)' }]}
          label={
            <Text ta="center" fw={650} data-figures>
              {share === null ? '–' : percentage(share)}
            </Text>
          }
        />
        <div className={classes.placeWords}>
          {!hasNoPlaces && <MachineStockBar machine={shown} />}
          <Text mt="xs" c={emptyPlaces > 0 ? 'orange' : 'dimmed'}>
            {share === null
              ? t(hasNoPlaces ? 'noPlaces' : 'noStockLevel')
              : emptyPlaces > 0
                ? t('emptyPlaces', { count: emptyPlaces })
                : t('noEmptyPlaces')}
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
        <LinkButton {...shortages(machine.id, isSetUpHere ? 'PRODUCTS_TAB' : undefined)} size="md" mt="md" fullWidth>
          {t(isSetUpHere ? 'editProducts' : 'shortages')}
        </LinkButton>
      )}
    </TitledCard>
  )
}

/** Basic data of a machine. */
function MachineAbout({ machine }: { machine: Machine }) {
  const { t } = useTranslation('machines')
  return (
    <>
      <Title order={2} mb="sm">
        {t('about')}
      </Title>
      <dl className={classes.facts}>
        <dt>{t('type')}</dt>
        <dd>{t(machine.type)}</dd>
        {(machine.vendor || machine.model) && (
          <>
            <dt>{t('model')}</dt>
            <dd>{[machine.vendor, machine.model].filter(Boolean).join(' ')}</dd>
          </>
        )}
      </dl>
    </>
  )
}

const AuditFiles = lazyPart(async () => (await import('./AuditFiles.tsx')).AuditFiles, {
  waiting: () => <CardsSkeleton />,
  missing: PartMissing,
})

/** Accepts read-out files of the machine, dropped anywhere on the page, and reads them on this device, also offline. */
function AuditCard({ machine }: { machine: Machine }) {
  const { t } = useTranslation('audits')
  const [files, setFiles] = useState<readonly File[]>([])
  const isOver = useDroppedFiles(setFiles)
  return (
    <TitledCard title={t('title')} className={auditCardClasses.card}>
      <div className={auditCardClasses.drop} data-over={isOver || undefined}>
        <FileButton multiple onChange={setFiles}>
          {(props) => (
            <Button {...props} size="md" variant="light" leftSection={<IconFileUpload size={20} aria-hidden />}>
              {t('choose')}
            </Button>
          )}
        </FileButton>
        <Text c="dimmed" size="sm" className={auditCardClasses.words}>
          {t('hint')}
        </Text>
      </div>
      {files.length > 0 && <AuditFiles machine={machine} files={files} onDone={() => setFiles([])} />}
      <RecordedAudits machineId={machine.id} size={5} />
    </TitledCard>
  )
}
