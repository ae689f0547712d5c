import { Text } from '@mantine/core'
import { IconHourglassLow } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MachineTypeIcon } from '#app/components/MachineTypeIcon.tsx'
import { StateBadge } from '#app/components/StateBadge.tsx'
import { StockBar } from '#app/components/StockBar.tsx'
import type { Ahead } from '#app/data/ahead.ts'
import { openHere } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { waysOf } from '#app/data/ways.ts'
import type { Machine } from '#contract/machines.ts'
import classes from './VisitCard.module.css'

/** One machine to go to; a tap anywhere on it opens what one comes for. */
export function VisitCard({ machine, ahead }: { machine: Machine; ahead: Ahead | undefined }) {
  const { t } = useTranslation('rounds')
  const { percentage } = formats()
  const percent = percentage(machine.maxQuantity > 0 ? machine.currentQuantity / machine.maxQuantity : 0)
  return (
    <Link {...waysOf(openHere().account).visit(machine.id)} className={classes.card}>
      <span className={classes.head}>
        <MachineTypeIcon type={machine.type} size={24} />
        <span className={classes.name}>{machine.name}</span>
      </span>
      <Text span c="dimmed" truncate>
        {machine.address}
      </Text>
      <StockBar current={machine.currentQuantity} max={machine.maxQuantity} isMixed={machine.type === 'COFFEE'} />
      {ahead && ahead.runsEmpty > 0 && (
        <span className={classes.soon}>
          <IconHourglassLow size={16} aria-hidden />
          {t('forecast:soon', { count: ahead.runsEmpty })}
        </span>
      )}
      <span className={classes.foot}>
        <Text span fw={500} data-figures>
          {t('emptyAndFull', { empty: t('empty', { count: machine.emptyPlaces }), percent })}
        </Text>
        <StateBadge state={machine.state} />
      </span>
    </Link>
  )
}
