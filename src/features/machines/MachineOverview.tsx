import { Anchor, Text, Title } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { StockBar } from '#app/components/StockBar.tsx'
import { openHere } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { machineStock } from '#app/data/stock.ts'
import { waysOf } from '#app/data/ways.ts'
import { AgeText } from '#app/ui/AgeText.tsx'
import { Card } from '#app/ui/Card.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import type { Machine } from '#contract/machines.ts'
import { fromIso } from '#domain/time.ts'
import { MachineCode } from './MachineCode.tsx'
import classes from './MachineOverview.module.css'
import { PlacesCard } from './PlacesCard.tsx'

/** What this device knows of one machine. */
export function MachineOverview({ machine }: { machine: Machine }) {
  const { t } = useTranslation('machines')
  const { data: stock } = useSuspenseQuery(machineStock(machine.id))
  const { date, percentage } = formats()
  const { shortages } = waysOf(openHere().account)
  const places = stock?.places ?? []
  const current = stock ? places.reduce((sum, place) => sum + place.currentQuantity, 0) : machine.currentQuantity
  const max = stock ? places.reduce((sum, place) => sum + (place.maxQuantity ?? 0), 0) : machine.maxQuantity
  const emptyPlaces = stock ? places.filter((place) => place.currentQuantity <= 0).length : machine.emptyPlaces
  return (
    <div className={classes.cards}>
      <Card aria-label={t('stock')}>
        <Title order={2} size="h4" mb="sm">
          {t('stock')}
        </Title>
        <Text className={classes.percent}>{t('percentFull', { percent: percentage(max > 0 ? current / max : 0) })}</Text>
        <StockBar current={current} max={max} isMixed={machine.type === 'COFFEE'} />
        <Text mt="xs" c={emptyPlaces > 0 ? 'orange' : 'dimmed'}>
          {emptyPlaces > 0 ? t('emptyPlaces', { count: emptyPlaces }) : t('noEmptyPlaces')}
        </Text>
        <Text c="dimmed" size="sm">
          {machine.lastRefill ? (
            <>
              {t('lastRefill')} {date(fromIso(machine.lastRefill))} (<AgeText at={fromIso(machine.lastRefill)} />)
            </>
          ) : (
            t('neverRefilled')
          )}
        </Text>
        {shortages && (
          <LinkButton {...shortages(machine.id)} size="md" mt="md" fullWidth>
            {t('shortages')}
          </LinkButton>
        )}
      </Card>
      <Card aria-label={t('about')}>
        <Title order={2} size="h4" mb="sm">
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
          <dt>{t('address')}</dt>
          <dd>
            {machine.address ?? '–'}
            {machine.lat !== null && machine.lng !== null && (
              <Anchor
                className={classes.map}
                href={`https://www.openstreetmap.org/?mlat=${machine.lat}&mlon=${machine.lng}#map=18/${machine.lat}/${machine.lng}`}
                target="_blank"
                rel="noreferrer"
              >
                <IconMapPin size={18} aria-hidden /> {t('openMap')}
              </Anchor>
            )}
          </dd>
          <dt>{t('note')}</dt>
          <dd className={classes.note}>{machine.note || t('noNote')}</dd>
        </dl>
        <MachineCode machine={machine} />
      </Card>
      <PlacesCard places={places} />
    </div>
  )
}
