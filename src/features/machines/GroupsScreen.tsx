import { ActionIcon, Button, Text, TextInput } from '@mantine/core'
import { IconCategory, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { QueryError } from '#app/components/QueryError.tsx'
import { useAsking } from '#app/components/use-asking.ts'
import { addGroup, deleteGroup, groups, renameGroup } from '#app/data/machine-today.ts'
import { Card } from '#app/ui/Card.tsx'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { MachineGroup } from '#contract/machines.ts'
import { GROUP_NAME } from '#contract/team.ts'
import screen from './CreateMachineScreen.module.css'
import classes from './MachineCards.module.css'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/settings/machine-groups')({ component: GroupsScreen })

const isName = (name: string) => name.trim().length >= GROUP_NAME.least && name.trim().length <= GROUP_NAME.most

/** The machine groups of the company. */
function GroupsScreen() {
  const { t } = useTranslation('groups')
  const client = useQueryClient()
  const { data: known, error, isPending, refetch } = useQuery(groups())
  const [name, setName] = useState('')
  const [ending, setEnding] = useState<MachineGroup | null>(null)
  const adding = useAsking()
  const removing = useAsking()
  const again = () => {
    void client.invalidateQueries({ queryKey: groups().queryKey })
    void client.invalidateQueries({ queryKey: ['fleetToday'] })
  }
  const add = async () => {
    if (!(await adding.ask(() => addGroup(name.trim())))) return
    setName('')
    again()
  }
  const remove = async () => {
    if (!ending || !(await removing.ask(() => deleteGroup(ending.machineGroupId)))) return
    setEnding(null)
    again()
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
              <GroupRow key={group.machineGroupId} group={group} onChanged={again} onDelete={() => setEnding(group)} />
            ))}
          </ul>
        )}
        {!known && (isPending ? <ListSkeleton rows={4} height={48} /> : <QueryError error={error} onRetry={() => void refetch()} />)}
        <form className={classes.pickers} onSubmit={submitting(() => void add())}>
          <TextInput
            flex={1}
            label={t('new')}
            maxLength={GROUP_NAME.most}
            value={name}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <Button type="submit" loading={adding.isBusy} disabled={!isName(name)}>
            {t('create')}
          </Button>
        </form>
        <Text size="sm" c="dimmed" mt="xs">
          {t('lengths', GROUP_NAME)}
        </Text>
        <ErrorText text={adding.trouble} />
      </Card>
      <ConfirmDialog
        opened={ending !== null}
        title={t('ask', { group: ending?.name })}
        confirm={t('delete')}
        onConfirm={() => void remove()}
        onClose={() => setEnding(null)}
        isBusy={removing.isBusy}
        isDangerous
      >
        <Text>{t('means')}</Text>
        <ErrorText text={removing.trouble} />
      </ConfirmDialog>
    </>
  )
}

/** Displayed, or being renamed. */
function GroupRow({ group, onChanged, onDelete }: { group: MachineGroup; onChanged(): void; onDelete(): void }) {
  const { t } = useTranslation('groups')
  const [typed, setTyped] = useState<string | null>(null)
  const { isBusy, trouble, ask } = useAsking()
  const save = async () => {
    if (typed === null || !(await ask(() => renameGroup(group.machineGroupId, typed.trim())))) return
    setTyped(null)
    onChanged()
  }
  if (typed === null)
    return (
      <li className={classes.row}>
        <span>{group.name}</span>
        <span>
          <ActionIcon variant="subtle" size="xl" aria-label={t('rename', { group: group.name })} onClick={() => setTyped(group.name)}>
            <IconPencil size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" color="red" size="xl" aria-label={t('deleteNamed', { group: group.name })} onClick={onDelete}>
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </span>
      </li>
    )
  return (
    <li className={classes.row}>
      <form className={classes.pickers} onSubmit={submitting(() => void save())}>
        <TextInput
          label={t('name')}
          maxLength={GROUP_NAME.most}
          value={typed}
          ref={focus}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <Button type="submit" loading={isBusy} disabled={!isName(typed)}>
          {t('save')}
        </Button>
        <Button variant="default" onClick={() => setTyped(null)}>
          {t('common:cancel')}
        </Button>
        <ErrorText text={trouble} />
      </form>
    </li>
  )
}

/** The user opened it to type. */
const focus = (element: HTMLInputElement | null) => element?.focus()

const submitting = (operation: () => void) => (event: SubmitEvent) => {
  event.preventDefault()
  operation()
}
