import { Title } from '@mantine/core'
import { Card } from '#app/ui/Card.tsx'
import classes from './RankingCard.module.css'

type Props = { label: string; words: string; bars: readonly { label: string; value: number }[]; wordsOf(value: number): string }

/** The leading rows of a report, if there is something to compare: names have any length, so bars are below or next to them. */
export function RankingCard({ label, words, bars: rows, wordsOf }: Props) {
  // Early in a month, most machines have sold nothing yet.
  const bars = rows.filter(({ value }) => value !== 0)
  if (bars.length < 2) return null
  const most = Math.max(...bars.map(({ value }) => value))
  return (
    <Card aria-label={label}>
      <Title order={2} size="h3" mb="sm">
        {label}
      </Title>
      <div role="img" aria-label={words} className={classes.ranking}>
        {bars.map(({ label: name, value }, index) => (
          // Names may repeat, and a row has only its position.
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
