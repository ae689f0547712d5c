import { Button, FileButton, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { PartMissing } from '#app/ui/PartMissing.tsx'
import { CardsSkeleton } from '#app/ui/Skeletons.tsx'
import type { Machine } from '#contract/machines.ts'
import classes from './AuditCard.module.css'
import { TitledCard } from './TitledCard.tsx'
import { useDroppedFiles } from './use-dropped-files.ts'

const AuditFiles = lazyPart(async () => (await import('./AuditFiles.tsx')).AuditFiles, {
  waiting: () => <CardsSkeleton />,
  missing: PartMissing,
})
const RecordedAudits = lazyPart(async () => (await import('./RecordedAudits.tsx')).RecordedAudits, {
  waiting: () => null,
  missing: () => null,
})

/** Accepts read-out files of the machine, dropped anywhere on the page, and reads them on this device, also offline. */
export function AuditCard({ machine }: { machine: Machine }) {
  const { t } = useTranslation('audits')
  const [files, setFiles] = useState<readonly File[]>([])
  const isOver = useDroppedFiles(setFiles)
  return (
    <TitledCard title={t('title')} className={classes.card}>
      <div className={classes.drop} data-over={isOver || undefined}>
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
      {files.length > 0 && <AuditFiles machine={machine} files={files} onDone={() => setFiles([])} />}
      <RecordedAudits machineId={machine.id} size={5} />
    </TitledCard>
  )
}
