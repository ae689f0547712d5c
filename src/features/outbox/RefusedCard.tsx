import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryHead } from '#app/components/operations/EntryHead.tsx'
import { asFile, discard, retry } from '#app/data/outbox.ts'
import type { Known } from '#app/data/outbox-view.ts'
import { Card } from '#app/ui/Card.tsx'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import type { OutboxEntry } from '#offline/records.ts'
import { ConflictTable } from './ConflictTable.tsx'
import { conflictsOf, withMine, withTheirs } from './conflict.ts'
import classes from './OutboxScreen.module.css'
import { shareOrSave } from './share-file.ts'

/** An operation that the server refused: the reason, and the possible actions. */
export function RefusedCard({ entry, known }: { entry: OutboxEntry; known: Known }) {
  const { t } = useTranslation('outbox')
  const { t: refusal } = useTranslation('refusals')
  const [isAsking, setAsking] = useState(false)
  const conflicts = conflictsOf(entry)
  const mine = withMine(entry.body, conflicts)
  const theirs = withTheirs(entry.body, conflicts)
  const takeTheirs = () => (theirs && theirs.length > 0 ? retry(entry.opId, theirs) : discard(entry.opId))
  const giveUp = async () => {
    setAsking(false)
    await discard(entry.opId)
  }
  const code = entry.refusal?.code ?? 'UNKNOWN'
  return (
    <Card component="article">
      <EntryHead entry={entry} known={known} />
      <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} mb="sm">
        {refusal([code, 'UNKNOWN'], { code })}
      </Alert>
      {conflicts.length > 0 && <ConflictTable machineId={entry.machineId} conflicts={conflicts} known={known} />}
      <div className={classes.buttons}>
        {conflicts.length > 0 && mine ? (
          <>
            <Button h={48} onClick={() => void retry(entry.opId, mine)}>
              {t('useMine')}
            </Button>
            <Button h={48} variant="default" onClick={() => void takeTheirs()}>
              {t('takeTheirs')}
            </Button>
          </>
        ) : (
          <Button h={48} onClick={() => void retry(entry.opId)}>
            {t('retry')}
          </Button>
        )}
        <Button h={48} variant="default" onClick={() => void shareOrSave(asFile([entry]))}>
          {t('share')}
        </Button>
        <Button h={48} variant="subtle" color="red" onClick={() => setAsking(true)}>
          {t('discard')}
        </Button>
      </div>
      <ConfirmDialog
        opened={isAsking}
        title={t('discardTitle')}
        confirm={t('discard')}
        onConfirm={() => void giveUp()}
        onClose={() => setAsking(false)}
        isDangerous
      >
        <Text>{t('discardRefusedText')}</Text>
        <EntryHead entry={entry} known={known} />
      </ConfirmDialog>
    </Card>
  )
}
