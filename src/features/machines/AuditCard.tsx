import { Button, FileButton, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CardsSkeleton } from '#app/ui/Skeletons.tsx'
import type { Machine } from '#contract/machines.ts'
import classes from './AuditCard.module.css'
import { TitledCard } from './TitledCard.tsx'

const AuditFiles = lazy(() => import('./AuditFiles.tsx').then(({ AuditFiles: files }) => ({ default: files })))

/** Takes files that were read out of the machine: they are read on this device, also without a network. */
export function AuditCard({ machine }: { machine: Machine }) {
  const { t } = useTranslation('audits')
  const [files, setFiles] = useState<readonly File[]>([])
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    setFiles([...event.dataTransfer.files])
  }
  return (
    <TitledCard title={t('title')} className={classes.card}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same for those who have no files to drag */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileButton multiple onChange={setFiles}>
          {(props) => (
            <Button {...props} size="md" variant="light" leftSection={<IconFileUpload size={20} aria-hidden />}>
              {t('choose')}
            </Button>
          )}
        </FileButton>
        <Text c="dimmed" size="sm" className={classes.words}>
          {t('hint')}
        </Text>
      </div>
      {files.length > 0 && (
        <Suspense fallback={<CardsSkeleton />}>
          <AuditFiles machine={machine} files={files} onDone={() => setFiles([])} />
        </Suspense>
      )}
    </TitledCard>
  )
}
