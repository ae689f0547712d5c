import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { machineCommands } from '#app/data/machine-today.ts'
import type { AskedCommand } from '#contract/devices.ts'
import type { MachineId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import { fromIso } from '#domain/time.ts'
import classes from './MachineCards.module.css'

const SHOWN = 5
const isBad = ({ outcome }: AskedCommand) => outcome === 'failed' || outcome === 'expired'

/** The outcome of recent credits and restarts. */
export function CommandOutcomes({ machineId }: { machineId: MachineId }) {
  const { t } = useTranslation('machines')
  const { money, dateTime, currency } = formats()
  const { data: commands } = useQuery(machineCommands(machineId))
  if (!commands || commands.length === 0) return null
  return (
    <section aria-label={t('commands.title')} aria-live="polite">
      <Text size="sm" fw={600} mt="md">
        {t('commands.title')}
      </Text>
      <ul className={classes.rows}>
        {commands.slice(0, SHOWN).map((command) => (
          <li key={command.id} className={classes.row}>
            <span>
              <Text span>{t(`commands.${command.kind}`, { amount: money(toDecimal(command.amount ?? 0, currency)) })}</Text>
              <Text size="sm" c={isBad(command) ? 'red' : 'dimmed'}>
                {t(`commands.${command.outcome ?? 'waiting'}`)}
              </Text>
            </span>
            <Text size="sm" c="dimmed">
              {dateTime(fromIso(command.askedAt))} · {command.by}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}
