import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EntryHead } from '#app/components/operations/EntryHead.tsx'
import { useWarningLabels } from '#app/components/operations/use-warning-words.ts'
import type { Known, Recent } from '#app/data/outbox-view.ts'
import { Card } from '#app/ui/Card.tsx'
import { UndoButton } from './UndoButton.tsx'

/** An operation sent within the last day, with its warnings and an undo. */
export function RecentCard({ recent: { entry, isUndone, fate }, known }: { recent: Recent; known: Known }) {
  const { t } = useTranslation('outbox')
  const wordsOf = useWarningLabels(known)
  const warnings = [...new Set(fate === 'sent' ? entry.warnings.map((warning) => wordsOf(entry.machineId, warning)) : [])]
  return (
    <Card component="article">
      <EntryHead entry={entry} known={known} state={t(fate === 'discarded' ? 'discarded' : isUndone ? 'undone' : 'sent')} />
      {warnings.map((words) => (
        <Alert key={words} color="orange" variant="light" icon={<IconInfoCircle aria-hidden />} mb="sm">
          {words}
        </Alert>
      ))}
      {fate === 'sent' && !isUndone && <UndoButton entry={entry} />}
    </Card>
  )
}
