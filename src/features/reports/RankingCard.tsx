import { Title } from '@mantine/core'
import { Card } from '#app/ui/Card.tsx'
import classes from './RankingCard.module.css'

type Props = { label: string; words: string; bars: readonly { label: string; value: number }[]; wordsOf(value: number): string }

/** What leads a report, the most first: a name is as long as it is, so that bars lie under or beside their names. */
export function RankingCard({ label, words, bars, wordsOf }: Props) {
  const most = Math.max(...bars.map(({ value }) => value))
  return (
    <Card aria-label={label}>
      <Title order={2} size="h5" mb="sm">
        {label}
      </Title>
      <div role="img" aria-label={words} className={classes.ranking}>
        {bars.map(({ label: name, value }, index) => (
          // Names may be the same, and the order is all that there is of a row.
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state
          <div key={index} className={classes.row}>
            <span>{name}</span>
            <span className={classes.value}>{wordsOf(value)}</span>
            <span className={classes.track}>
              <span className={classes.bar} style={{ inlineSize: `${most > 0 ? Math.max(0, (value / most) * 100) : 0}%` }} />
            </span>
          </div>
        ))}
      </div>
    </Card>
  )
}
