import { ActionIcon, Box, Text } from '@mantine/core'
import { IconCategory, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { QueryError } from '#app/components/QueryError.tsx'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { addGroup, deleteGroup, groups, renameGroup } from '#app/data/machine-today.ts'
import { Card } from '#app/ui/Card.tsx'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { MachineGroup } from '#contract/machines.ts'
import { GROUP_NAME } from '#contract/team.ts'
import screen from './CreateMachineScreen.module.css'
import { GroupNameForm } from './GroupNameForm.tsx'
import classes from './MachineCards.module.css'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/settings/machine-groups')({ component: GroupsScreen })

/** The machine groups of the company. */
function GroupsScreen() {
  const { t } = useTranslation('groups')
  const { data: known, error, isPending, refetch } = useQuery(groups())
  const [deleting, setDeleting] = useState<MachineGroup | null>(null)
  const deletion = useServerMutation(deleteGroup)
  const close = () => {
    deletion.reset()
    setDeleting(null)
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('text')}
        breadcrumb={[{ label: t('settings:title'), link: { to: '/dashboard/settings' } }, { label: t('title') }]}
      />
      <Card aria-label={t('title')} className={screen.card}>
        {known && known.length === 0 && <EmptyState icon={<IconCategory />} title={t('none')} />}
        {known && known.length > 0 && (
          <ul className={classes.rows}>
            {known.map((group) => (
              <GroupRow key={group.machineGroupId} group={group} onDelete={() => setDeleting(group)} />
            ))}
          </ul>
        )}
        {!known && (isPending ? <ListSkeleton rows={4} height={48} /> : <QueryError error={error} onRetry={() => void refetch()} />)}
        <Box mt="md">
          <GroupNameForm label={t('new')} submit={t('create')} change={addGroup} />
        </Box>
        <Text size="sm" c="dimmed" mt="xs">
          {t('lengths', GROUP_NAME)}
        </Text>
      </Card>
      <ConfirmDialog
        opened={deleting !== null}
        title={t('ask', { group: deleting?.name })}
        confirm={t('delete')}
        onConfirm={() => deleting && deletion.mutate(deleting.machineGroupId, { onSuccess: close })}
        onClose={close}
        isBusy={deletion.isPending}
        isDangerous
      >
        <Text>{t('means')}</Text>
        <ErrorText text={deletion.errorText} />
      </ConfirmDialog>
    </>
  )
}

/** Displayed, or being renamed. */
function GroupRow({ group, onDelete }: { group: MachineGroup; onDelete(): void }) {
  const { t } = useTranslation('groups')
  const [state, setState] = useState<'shown' | 'renaming' | 'renamed'>('shown')
  const close = () => setState('renamed')
  if (state === 'renaming')
    return (
      <li className={classes.row}>
        <GroupNameForm
          label={t('name')}
          submit={t('save')}
          change={renameGroup(group.machineGroupId)}
          name={group.name}
          onDone={close}
          onCancel={close}
        />
      </li>
    )
  return (
    <li className={classes.row}>
      <span>{group.name}</span>
      <span>
        {/* The field that had the focus is gone. */}
        <ActionIcon
          variant="subtle"
          size="xl"
          aria-label={t('rename', { group: group.name })}
          autoFocus={state === 'renamed'}
          onClick={() => setState('renaming')}
        >
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="red" size="xl" aria-label={t('deleteNamed', { group: group.name })} onClick={onDelete}>
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  )
}
