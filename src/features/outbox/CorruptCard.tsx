import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { asFile } from '#app/data/outbox.ts'
import { Card } from '#app/ui/Card.tsx'
import type { Corrupt } from '#offline/outbox.ts'
import classes from './OutboxScreen.module.css'
import { shareOrSave } from './share-file.ts'

/** Something this app cannot read: it is not thrown away, and support can read it from a file. */
export function CorruptCard({ entry }: { entry: Corrupt }) {
  const { t } = useTranslation('outbox')
  return (
    <Card component="article">
      <Text fw={600}>{t('corrupt.title')}</Text>
      <Text size="sm" c="dimmed" mb="sm">
        {t('corrupt.text')}
      </Text>
      <div className={classes.buttons}>
        <Button h={48} variant="default" onClick={() => void shareOrSave(asFile([entry.raw]))}>
          {t('share')}
        </Button>
      </div>
    </Card>
  )
}
