import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { PagedList } from '#app/components/PagedList.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { NothingFound } from '#app/ui/NothingFound.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { SearchBox } from '#app/ui/SearchBox.tsx'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { Invited } from '#contract/invitations.ts'
import type { ListedUser, User } from '#contract/users.ts'
import { type Credentials, CredentialsDialog } from './CredentialsDialog.tsx'
import { EmployeeDialog } from './EmployeeDialog.tsx'
import { EmployeeMenu } from './EmployeeMenu.tsx'
import { InvitationDialog } from './InvitationDialog.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { Status } from './Status.tsx'
import { TransferDialog } from './TransferDialog.tsx'
import { changeUser, SHOWN, users } from './users.queries.ts'

const Search = v.object({
  q: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.maxLength(200))), undefined)),
  page: v.optional(v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))), undefined)),
  /** Machines for an employee who is invited now. */
  invite: v.optional(
    v.fallback(v.optional(v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1))), v.minLength(1), v.maxLength(1_000))), undefined),
  ),
})

export const Route = createFileRoute('/_signed-in/_managers/dashboard/settings/employees')({
  validateSearch: Search,
  component: EmployeesScreen,
})

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Machines for an employee who is invited now: more than an address may contain. */
    invite?: readonly number[]
  }
}

/** All employees of the company, and whether they may sign in. */
function EmployeesScreen() {
  const { t } = useTranslation('employees')
  const { account } = Route.useRouteContext()
  const { q = '', page = 1, ...search } = Route.useSearch()
  const many = useLocation({ select: ({ state }) => state.invite })
  const invite = search.invite ?? many
  const navigate = Route.useNavigate()
  const list = useQuery(users({ page: page - 1, query: q }))
  const [edited, setEdited] = useState<User | 'new' | null>(null)
  const [toggled, setToggled] = useState<User | null>(null)
  const [made, setMade] = useState<Credentials | null>(null)
  const [isInviting, setInviting] = useState(invite !== undefined)
  const [invited, setInvited] = useState<Invited | null>(null)
  const [failed, setFailed] = useState<{ name: string; error: Error } | null>(null)
  const why = useWhyNot()
  const [giver, setGiver] = useState<ListedUser | null>(null)
  const isMe = ({ userId }: User) => userId === account.userId
  // The server refuses changes to users with rights that this user lacks.
  const outranks = ({ roles }: User) => roles.some((role) => role !== 'ROLE_DEVICE_MANAGER' && !account.roles.includes(role))
  const nameOf = ({ firstName, lastName }: User) => `${firstName} ${lastName}`.trim()
  const columns: Column<ListedUser>[] = [
    {
      key: 'name',
      label: t('column.name'),
      sortBy: nameOf,
      cell: (user) =>
        isMe(user) || outranks(user) ? (
          <Group gap="xs" component="span">
            <Text span fw={600}>
              {nameOf(user)}
            </Text>
            {isMe(user) && <Badge variant="light">{t('you')}</Badge>}
          </Group>
        ) : (
          <Anchor component="button" type="button" fw={600} ta="start" onClick={() => setEdited(user)}>
            {nameOf(user)}
          </Anchor>
        ),
    },
    { key: 'id', label: t('column.id'), sortBy: ({ userId }) => userId, cell: ({ userId }) => userId },
    {
      key: 'role',
      label: t('column.role'),
      sortBy: ({ companyRole }) => t(`role.${companyRole}`),
      cell: ({ companyRole, roles }) => [t(`role.${companyRole}`), ...roles.map((role) => t(`account:demo.${role}`))].join(', '),
    },
    { key: 'login', label: t('column.login'), sortBy: ({ login }) => login, cell: ({ login }) => login },
    {
      key: 'status',
      label: t('column.status'),
      sortBy: ({ enabled }) => !enabled,
      cell: (user) => <Status user={user} />,
    },
    {
      key: 'actions',
      label: '',
      cell: (user) => (
        <Group gap="xs" component="span" justify="end">
          <LinkButton
            to="/dashboard/more/day-sheet"
            search={{ person: user.userId }}
            variant="default"
            mih={48}
            px="sm"
            aria-label={t('auditLog:sheet.of', { name: nameOf(user) })}
          >
            {t('auditLog:sheet.title')}
          </LinkButton>
          {!isMe(user) && !outranks(user) && (
            <>
              <Button
                variant="default"
                mih={48}
                px="sm"
                aria-label={t(user.enabled ? 'disableNamed' : 'enableNamed', { name: nameOf(user) })}
                onClick={() => setToggled(user)}
              >
                {t(user.enabled ? 'disable' : 'enable')}
              </Button>
              <EmployeeMenu
                user={user}
                onInvited={setInvited}
                onGive={setGiver}
                onError={(error) => setFailed(error && { name: nameOf(user), error })}
              />
            </>
          )}
        </Group>
      ),
    },
  ]
  const create = (
    <>
      <Button size="md" variant="default" onClick={() => setEdited('new')}>
        {t('create')}
      </Button>
      <Button size="md" leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
        {t('invite.open')}
      </Button>
    </>
  )
  return (
    <>
      <PageHeader
        title={t('title')}
        breadcrumb={[{ label: t('settings:title'), link: { to: '/dashboard/settings' } }, { label: t('title') }]}
        actions={create}
      />
      <Stack gap="md">
        <SearchBox
          label={t('search')}
          value={q}
          onSearch={(query) => void navigate({ search: query ? { q: query } : {}, replace: true })}
        />
        <ErrorText text={failed && `${failed.name} · ${why(failed.error).text}`} />
        <PagedList
          label={t('title')}
          list={list}
          page={page}
          size={SHOWN}
          onPage={(next) => void navigate({ search: { ...(q ? { q } : {}), ...(next > 1 ? { page: next } : {}) } })}
          empty={<NothingFound title={t('none')} onShowAll={() => void navigate({ search: {}, replace: true })} />}
        >
          {(rows, isComplete) => (
            <Table
              name="employees"
              isComplete={isComplete}
              label={t('title')}
              columns={columns}
              rows={rows}
              keyOf={({ userId }) => userId}
              isFading={list.isPlaceholderData}
            />
          )}
        </PagedList>
      </Stack>
      <EmployeeDialog edited={edited} onClose={() => setEdited(null)} onMade={setMade} />
      <EnableDialog user={toggled} onClose={() => setToggled(null)} />
      <CredentialsDialog made={made} onClose={() => setMade(null)} />
      <InviteDialog
        opened={isInviting}
        selected={invite}
        onClose={() => {
          setInviting(false)
          if (invite) void navigate({ search: ({ invite: _, ...rest }) => rest, replace: true })
        }}
        onInvited={setInvited}
      />
      <InvitationDialog invited={invited} onClose={() => setInvited(null)} />
      <TransferDialog user={giver} onClose={() => setGiver(null)} />
    </>
  )
}

/** Confirms disabling or enabling a user. */
function EnableDialog({ user, onClose }: { user: User | null; onClose(): void }) {
  const { t } = useTranslation('employees')
  const { mutate, isPending, errorText, reset } = useKeyedMutation({
    ...changeUser,
    onSuccess: () => {
      toastSuccess(t('settings:saved'))
      onClose()
    },
    onError: () => toastError(t('failed')),
  })
  const name = user ? `${user.firstName} ${user.lastName}`.trim() : ''
  const way = user?.enabled ? 'disable' : 'enable'
  const close = () => {
    reset()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={user !== null}
      title={t(`${way}Title`, { name })}
      confirm={t(way)}
      onConfirm={() => user && mutate({ userId: user.userId, enabled: !user.enabled })}
      onClose={close}
      isBusy={isPending}
      isDangerous={way === 'disable'}
    >
      <Text>{t(`${way}Text`)}</Text>
      <ErrorText text={errorText} />
    </ConfirmDialog>
  )
}
