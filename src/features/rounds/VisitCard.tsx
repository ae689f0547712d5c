import { Text } from '@mantine/core'
import { IconHourglassLow } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MachineStockBar } from '#app/components/MachineStockBar.tsx'
import { MachineTypeIcon } from '#app/components/MachineTypeIcon.tsx'
import { StateBadge } from '#app/components/StateBadge.tsx'
import { WhyVisit } from '#app/components/WhyVisit.tsx'
import type { Ahead } from '#app/data/ahead.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { daysWithoutSales, shareOf } from '#app/data/machines.ts'
import { waysOf } from '#app/data/ways.ts'
import type { Machine } from '#contract/machines.ts'
import classes from './VisitCard.module.css'

/** One machine to visit; a tap anywhere on the card opens its shortages. */
export function VisitCard({ machine, ahead }: { machine: Machine; ahead: Ahead | undefined }) {
  const { t } = useTranslation('rounds')
  const { percentage } = formats()
  const silent = daysWithoutSales(machine, Date.now())
  const share = shareOf(machine)
  return (
    <Link {...waysOf(getSession().account).visit(machine.id)} className={classes.card}>
      <span className={classes.head}>
        <MachineTypeIcon type={machine.type} size={24} />
        <span className={classes.name}>{machine.name}</span>
      </span>
      <Text span c="dimmed" truncate>
        {machine.address}
      </Text>
      <MachineStockBar machine={machine} />
      {ahead && ahead.runsEmpty > 0 && (
        <span className={classes.soon}>
          <IconHourglassLow size={16} aria-hidden />
          {t('forecast:soon', { count: ahead.runsEmpty })}
        </span>
      )}
      <span className={classes.foot}>
        <Text span fw={500} data-figures>
          {silent === null && share !== null ? (
            t('emptyAndFull', { empty: t('empty', { count: machine.emptyPlaces }), percent: percentage(share) })
          ) : (
            <WhyVisit machine={machine} />
          )}
        </Text>
        <StateBadge state={machine.state} alerts={machine.alerts} />
      </span>
    </Link>
  )
}
