import { Stack, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { arrivalAt } from '#app/components/use-arrivals.ts'
import { formats } from '#app/data/formats.ts'
import type { Round } from '#contract/rounds.ts'
import classes from './Rounds.module.css'
import { TasksLine } from './TasksLine.tsx'

/** The published rounds of the next days, to look at. */
export function LaterRounds({ rounds }: { rounds: readonly Round[] }) {
  const { t } = useTranslation('day')
  if (rounds.length === 0) return null
  return (
    <Stack gap="lg" mt="xl">
      {rounds.map(({ id, date, stops }) => (
        <section key={id} aria-labelledby={`round-${id}`}>
          <Title order={2} id={`round-${id}`} className={classes.title}>
            {t('later', { day: formats().namedDay(date), stops: t('stops', { count: stops.length }) })}
          </Title>
          <ol className={classes.stops}>
            {stops.map((stop, index) => (
              <li key={stop.machineId} className={classes.row}>
                <span className={classes.number} data-figures>
                  {index + 1}
                </span>
                <span className={classes.words}>
                  <span className={classes.name}>{stop.machine.name}</span>
                  <TasksLine stop={stop} arrival={arrivalAt(stop)} />
                </span>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </Stack>
  )
}
