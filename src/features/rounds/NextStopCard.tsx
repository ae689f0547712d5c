import { ActionIcon, Button, Text, Title } from '@mantine/core'
import {
  IconArrowRight,
  IconClock,
  IconDotsVertical,
  IconMapPin,
  IconNavigation,
  IconPackage,
  IconPlayerSkipForward,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Arrival } from '#app/components/use-arrivals.ts'
import { useReasonWords } from '#app/components/use-reason-words.ts'
import { WhyVisit } from '#app/components/WhyVisit.tsx'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { mapsLink } from '#app/data/maps-link.ts'
import { metresOf } from '#app/data/next-machine.ts'
import type { StopNeeds } from '#app/data/stop-needs.ts'
import { waysOf } from '#app/data/ways.ts'
import { Card } from '#app/ui/Card.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import type { Machine } from '#contract/machines.ts'
import type { Stop } from '#contract/rounds.ts'
import { fromIso } from '#domain/time.ts'
import classes from './Rounds.module.css'
import { useArrivalWords, useNeedsWords } from './TasksLine.tsx'

type Props = {
  stop: Stop
  stops: readonly Stop[]
  arrival: Arrival
  machine: Machine | undefined
  needs: StopNeeds | undefined
  onSkip(): void
  onMore(): void
}

/** The stop to go to: why, how far, when, and what is missing. */
export function NextStopCard({ stop, stops, arrival, machine, needs, onSkip, onMore }: Props) {
  const { t } = useTranslation('day')
  const needsWords = useNeedsWords()
  const arrivalWords = useArrivalWords()
  const reasonWords = useReasonWords()
  const { distance } = formats()
  const place = { name: stop.machine.name, address: stop.machine.address, lat: stop.machine.lat, lng: stop.machine.lng }
  const way = mapsLink(place, navigator.userAgent)
  const metres = metresFromLast(stop, stops)
  const reason = reasonWords(stop.why)
  const tasks = stop.tasks.filter((task) => task !== 'RESTOCK').map((task) => t(`task.${task}`))
  return (
    <Card aria-labelledby="next-stop" className={classes.next ?? ''}>
      <Text className={classes.label ?? ''}>{t('next')}</Text>
      <Title order={2} id="next-stop" className={classes.nextName}>
        {stop.machine.name}
      </Title>
      <ul className={classes.facts}>
        {(stop.machine.address || metres !== null) && (
          <li>
            <IconMapPin size={20} aria-hidden />
            <span>
              {stop.machine.address}
              {metres !== null && <span className={classes.dimmed}> {t('away', { distance: distance(metres) })}</span>}
            </span>
          </li>
        )}
        {arrival && (
          <li data-figures>
            <IconClock size={20} aria-hidden />
            {arrivalWords(arrival)}
          </li>
        )}
        {(needs || tasks.length > 0) && (
          <li data-figures>
            <IconPackage size={20} aria-hidden />
            {[...(needs ? [needsWords(needs)] : []), ...tasks].join(' · ')}
          </li>
        )}
      </ul>
      {(reason || machine) && (
        <Text fw={500} data-figures>
          {reason ?? (machine && <WhyVisit machine={machine} />)}
        </Text>
      )}
      <LinkButton
        {...waysOf(getSession().account).visit(stop.machineId)}
        className={classes.go}
        fullWidth
        rightSection={<IconArrowRight size={22} aria-hidden />}
      >
        {t('go')}
      </LinkButton>
      <div className={classes.actions}>
        {way && (
          <Button
            component="a"
            href={way}
            {...(way.startsWith('https') ? { target: '_blank', rel: 'noreferrer' } : {})}
            variant="default"
            className={classes.action ?? ''}
            leftSection={<IconNavigation size={20} aria-hidden />}
          >
            {t('navigate')}
          </Button>
        )}
        <Button
          variant="default"
          className={classes.action ?? ''}
          leftSection={<IconPlayerSkipForward size={20} aria-hidden />}
          onClick={onSkip}
        >
          {t('skip')}
        </Button>
        <ActionIcon variant="default" size={48} aria-label={t('more', { machine: stop.machine.name })} onClick={onMore}>
          <IconDotsVertical size={22} aria-hidden />
        </ActionIcon>
      </div>
    </Card>
  )
}

/** From the stop that was visited last; null before the first one, or without positions. */
function metresFromLast(to: Stop, stops: readonly Stop[]): number | null {
  const last = stops
    .filter(({ visitedUntil }) => visitedUntil !== null)
    .toSorted((a, b) => fromIso(a.visitedUntil ?? '') - fromIso(b.visitedUntil ?? ''))
    .at(-1)
  return last ? metresOf(last.machine, to.machine) : null
}
