import { Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { StaffPhotos } from '#app/components/photos/StaffPhotos.tsx'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { getSession } from '#app/data/device.ts'
import { issue as issueNamed } from '#app/data/issues.ts'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { Issue } from '#contract/issues.ts'
import { stamp } from '#domain/formats.ts'
import { Contact } from './Contact.tsx'
import { IssueMachine } from './IssueMachine.tsx'
import classes from './Issues.module.css'
import { useIssueTitle } from './issue-labels.ts'
import { SalesBefore } from './SalesBefore.tsx'
import { StaffReport } from './StaffReport.tsx'
import { StatusSelect } from './StatusSelect.tsx'

/** One report: its text, the contact, and the previous sales of the machine. */
export function IssueDialog({ id, onClose }: { id: string | null; onClose(): void }) {
  const { t } = useTranslation('issues')
  const titleOf = useIssueTitle()
  const found = useQuery({ ...issueNamed(id ?? ''), enabled: id !== null })
  const why = useWhyNot()
  const reason = found.error && why(found.error)
  return (
    <Modal
      opened={id !== null}
      onClose={onClose}
      size="xl"
      title={found.data ? titleOf(found.data) : t('list.details')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {found.data && <Details issue={found.data} />}
      {found.isPending && <ListSkeleton rows={4} height={40} />}
      {found.error && !found.data && (
        <ErrorState
          title={reason?.reason === 'refused' ? reason.text : (reason?.title ?? '')}
          text={reason?.reason === 'refused' ? t('list.lost') : (reason?.text ?? '')}
          onRetry={() => void found.refetch()}
        />
      )}
    </Modal>
  )
}

function Details({ issue }: { issue: Issue }) {
  const { t } = useTranslation('issues')
  const { machine, created, details, contactDetails, staff } = issue
  return (
    <Stack gap="md">
      {details === null ? (
        <Text c="dimmed">{t(staff ? 'list.noNote' : 'list.noWords')}</Text>
      ) : (
        <blockquote className={classes.words}>{details}</blockquote>
      )}
      <dl className={classes.facts}>
        <dt>{t('list.column.machine')}</dt>
        <dd>
          <IssueMachine machine={machine} />
        </dd>
        <dt>{t('list.column.created')}</dt>
        <dd>{stamp(created, getSession().account.timezone)}</dd>
        {!staff && (
          <>
            <dt>{t('list.column.contact')}</dt>
            <dd>{contactDetails === null ? t('list.noContact') : <Contact contact={contactDetails} />}</dd>
          </>
        )}
        {staff && <StaffReport staff={staff} />}
        <dt>{t('list.column.status')}</dt>
        <dd>
          <StatusSelect issue={issue} />
        </dd>
      </dl>
      {staff && staff.photos.length > 0 && <StaffPhotos machine={machine.id} photos={staff.photos} />}
      <SalesBefore issue={issue} />
    </Stack>
  )
}
