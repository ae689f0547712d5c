import { CloseButton, Group, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MachineStockBar } from '#app/components/MachineStockBar.tsx'
import { StateBadge } from '#app/components/StateBadge.tsx'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { waysOf } from '#app/data/ways.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { fromIso } from '#domain/time.ts'
import type { FleetMachine } from './fleet-machine.ts'
import classes from './MachinePanel.module.css'
import { NoteCard } from './NoteCard.tsx'
import { AlertsCard, ServicemenCard } from './ReportedCards.tsx'

type Props = { machine: FleetMachine; onClose(): void }

/** A machine beside the list: what a manager looks up most often, and the way to its page. */
export function MachinePanel({ machine, onClose }: Props) {
  const { t } = useTranslation('machines')
  const { money, number, dateTime } = formats()
  const { shortages } = waysOf(getSession().account)
  const { today } = machine
  return (
    <aside aria-label={machine.name} className={classes.panel}>
      <div className={classes.head}>
        <div>
          <Title order={2}>{machine.name}</Title>
          <Text c="dimmed" size="sm">
            {machine.address}
          </Text>
        </div>
        <CloseButton size={44} aria-label={t('common:close')} onClick={onClose} />
      </div>
      <Group gap="sm">
        <StateBadge state={machine.state} alerts={machine.alerts} />
        {today?.groups.map(({ machineGroupId, name }) => (
          <Text key={machineGroupId} size="sm" c="dimmed">
            {name}
          </Text>
        ))}
      </Group>
      <MachineStockBar machine={machine} />
      <dl className={classes.figures}>
        <dt>{t('column.sold')}</dt>
        <dd>{today ? number(today.soldToday) : '–'}</dd>
        <dt>{t('column.turnover')}</dt>
        <dd>{today?.turnoverToday === undefined ? '–' : money(today.turnoverToday)}</dd>
        <dt>{t('column.cash')}</dt>
        <dd>{today?.cashInMachine === undefined ? '–' : money(today.cashInMachine)}</dd>
        <dt>{t('column.lastRefill')}</dt>
        <dd>{machine.lastRefill ? dateTime(fromIso(machine.lastRefill)) : '–'}</dd>
      </dl>
      <Group gap="xs" grow>
        <LinkButton to="/dashboard/machines/$machineId" params={{ machineId: String(machine.id) }}>
          {t('panel.open')}
        </LinkButton>
        {shortages && (
          <LinkButton {...shortages(machine.id)} variant="default">
            {t('stock:title')}
          </LinkButton>
        )}
      </Group>
      <AlertsCard alerts={machine.alerts} />
      <ServicemenCard machineId={machine.id} />
      <NoteCard key={machine.id} machine={machine} />
    </aside>
  )
}
