import { Button, Title } from '@mantine/core'
import { IconTrophyOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { FLUSH } from '#app/ui/flush.ts'
import classes from './DashboardScreen.module.css'

type Props = { title: string; rows: readonly { id: number; name: ReactNode; figure: string; share: number }[] }

const SHOWN = 3

/** The best three; the others on demand. */
export function TopList({ title, rows }: Props) {
  const { t } = useTranslation('dashboard')
  const [isWhole, setWhole] = useState(false)
  const { number } = formats()
  return (
    <Card aria-label={title}>
      <Title order={2} mb="sm">
        {title}
      </Title>
      {rows.length === 0 ? (
        <EmptyState icon={<IconTrophyOff />} title={t('top.none')} text={t('top.noneText')} color="slate" />
      ) : (
        <ol className={classes.rows}>
          {(isWhole ? rows : rows.slice(0, SHOWN)).map(({ id, name, figure, share }, index) => (
            <li key={id} className={classes.place}>
              <span data-figures className={classes.rank}>
                {number(index + 1)}
              </span>
              <span className={classes.words}>{name}</span>
              <span className={classes.figure}>{figure}</span>
              <span className={classes.bar} aria-hidden>
                <span style={{ width: `${Math.max(1, Math.round(share * 100))}%` }} />
              </span>
            </li>
          ))}
        </ol>
      )}
      {rows.length > SHOWN && (
        <Button {...FLUSH} mt="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('top.fewer') : t('top.more', { count: rows.length })}
        </Button>
      )}
    </Card>
  )
}
