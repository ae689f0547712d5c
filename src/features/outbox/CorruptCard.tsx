import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFile, dropCorrupt } from '#app/data/outbox.ts'
import { Card } from '#app/ui/Card.tsx'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import type { Corrupt } from '#offline/outbox.ts'
import classes from './OutboxScreen.module.css'
import { shareOrSave } from './share-file.ts'

/** An unreadable entry: it cannot be deleted before it was saved as a file for support. */
export function CorruptCard({ entry }: { entry: Corrupt }) {
  const { t } = useTranslation('outbox')
  const [isSaved, setSaved] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const save = async () => {
    if (await shareOrSave(asFile([entry.raw]))) setSaved(true)
  }
  const giveUp = async () => {
    setAsking(false)
    await dropCorrupt(entry.opId)
  }
  return (
    <Card component="article">
      <Text fw={600}>{t('corrupt.title')}</Text>
      <Text size="sm" c="dimmed" mb="sm">
        {t('corrupt.text')}
      </Text>
      <div className={classes.buttons}>
        <Button h={48} variant="default" onClick={() => void save()}>
          {t('share')}
        </Button>
        {isSaved && (
          <Button h={48} variant="subtle" color="red" onClick={() => setAsking(true)}>
            {t('discard')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={isAsking}
        title={t('discardTitle')}
        confirm={t('discard')}
        onConfirm={() => void giveUp()}
        onClose={() => setAsking(false)}
        isDangerous
      >
        <Text>{t('corrupt.discardText')}</Text>
      </ConfirmDialog>
    </Card>
  )
}
