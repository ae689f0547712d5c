import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowsRightLeft, IconDots, IconLinkOff, IconQrcode, IconVersions } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { Invited } from '#contract/invitations.ts'
import type { ListedUser } from '#contract/users.ts'
import { inviteAgain, revokeInvitation } from './invitations.queries.ts'
import { isOpen } from './Status.tsx'

type Props = { user: ListedUser; onInvited(invited: Invited): void; onGive(user: ListedUser): void; onError(error: Error | null): void }

/** What else a manager does with an employee: their sign-in link and their machines. */
export function EmployeeMenu({ user, onInvited, onGive, onError }: Props) {
  const { t } = useTranslation('employees')
  const inviting = useKeyedMutation({ ...inviteAgain, onMutate: () => onError(null), onSuccess: onInvited, onError })
  const revoking = useKeyedMutation({
    ...revokeInvitation,
    onMutate: () => onError(null),
    onSuccess: () => toastSuccess(t('link.revoked')),
    onError,
  })
  const { userId, companyRole, enabled, invitedUntil } = user
  const name = `${user.firstName} ${user.lastName}`.trim()
  const isServiceman = companyRole === 'ROLE_EMPLOYEE'
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="default" size={48} aria-label={t('more', { name })} loading={inviting.isPending || revoking.isPending}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {enabled && (
          <Menu.Item leftSection={<IconQrcode size={18} aria-hidden />} onClick={() => inviting.mutate({ userId })}>
            {t('link.create')}
          </Menu.Item>
        )}
        {isOpen(invitedUntil) && (
          <Menu.Item leftSection={<IconLinkOff size={18} aria-hidden />} onClick={() => revoking.mutate({ userId })}>
            {t('link.revoke')}
          </Menu.Item>
        )}
        {isServiceman && (
          <>
            <Menu.Item
              leftSection={<IconVersions size={18} aria-hidden />}
              renderRoot={(props) => <Link to="/dashboard/machines" search={{ serviceman: userId }} {...props} />}
            >
              {t('transfer.show')}
            </Menu.Item>
            <Menu.Item leftSection={<IconArrowsRightLeft size={18} aria-hidden />} onClick={() => onGive(user)}>
              {t('transfer.open')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
