import { Button, FileButton, Select, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#app/ui/Card.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import classes from './AuditCard.module.css'
import { AuditReview } from './AuditReview.tsx'
import { RecordedAudits } from './RecordedAudits.tsx'
import { useDroppedFiles } from './use-dropped-files.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/more/read-outs')({ component: ReadOutsScreen })

const STATUSES = ['ALL', 'HELD', 'BOOKED', 'UNDONE'] as const
const SIZE = 20

/** Read-outs of several machines: files to review and record, and recorded ones. */
function ReadOutsScreen() {
  const { t } = useTranslation('audits')
  const [files, setFiles] = useState<readonly File[]>([])
  const [status, setStatus] = useState<(typeof STATUSES)[number]>('ALL')
  const add = (more: readonly File[]) => setFiles((before) => [...before, ...more])
  const isOver = useDroppedFiles(add)
  return (
    <>
      <PageHeader title={t('page')} subtitle={t('pageText')} />
      <Card aria-label={t('review')}>
        <div className={classes.drop} data-over={isOver || undefined}>
          <FileButton multiple onChange={add}>
            {(props) => (
              <Button {...props} leftSection={<IconFileUpload size={20} aria-hidden />}>
                {t('choose')}
              </Button>
            )}
          </FileButton>
          <Text c="dimmed" size="sm" className={classes.words}>
            {t('dropAnywhere')}
          </Text>
        </div>
        {files.length > 0 && <AuditReview files={files} onDone={() => setFiles([])} />}
      </Card>
      <Card component="div" mt="md">
        <Select
          label={t('statusTitle')}
          maw={280}
          allowDeselect={false}
          data={STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
          value={status}
          onChange={(value) => setStatus(STATUSES.find((one) => one === value) ?? 'ALL')}
        />
        <RecordedAudits key={status} machineId={null} size={SIZE} status={status === 'ALL' ? null : status} />
      </Card>
    </>
  )
}
