import { Button, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { Known } from '#app/data/outbox-view.ts'
import { useAge } from '#app/ui/AgeText.tsx'
import { describe } from './description.ts'
import classes from './EntryHead.module.css'
import { useEntryLabels } from './use-entry-labels.ts'

type Props = { entry: { call: string; machineId: number; body: unknown; rawAt: number }; known: Known; state?: string }

/** A full restock has one line per slot, so only the first ones are shown. */
const FIRST = 5

/** What an operation does and when it was made, line by line. */
export function EntryHead({ entry, known, state }: Props) {
  const { t } = useTranslation('outbox')
  const words = useEntryLabels(known)
  const { clock } = formats()
  const age = useAge(entry.rawAt)
  const linesId = useId()
  const [isOpen, setOpen] = useState(false)
  const description = describe(entry, known)
  const isLong = description.lines.length > FIRST + 1 && !isOpen
  return (
    <>
      <div className={classes.head}>
        <Text fw={600} id={linesId}>
          {words.titleOf(description)}
        </Text>
        <Text size="sm" c="dimmed">
          {t('since', { at: clock(entry.rawAt), age })}
          {state && t('sinceState', { state })}
        </Text>
      </div>
      {description.lines.length > 0 && (
        <ul className={classes.lines} aria-labelledby={linesId}>
          {description.lines.slice(0, isLong ? FIRST : undefined).map((line) => (
            <li key={line.key} className={classes.line}>
              <span>{words.placeOf(line)}</span>
              <span className={classes.figure} data-figures>
                {words.figureOf(line)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {isLong && (
        <Button variant="subtle" mih={48} px="xs" mb="xs" onClick={() => setOpen(true)}>
          {t('showAll', { count: description.lines.length })}
        </Button>
      )}
      {description.note && (
        <Text size="sm" mb="sm">
          {description.kind === 'withdrawal' ? t('collections:bagIs', { bag: description.note }) : t('note', { note: description.note })}
        </Text>
      )}
    </>
  )
}
