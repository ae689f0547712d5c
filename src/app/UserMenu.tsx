import { ActionIcon, Avatar, Badge, Menu, Modal, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core'
import {
  IconBuilding,
  IconCheck,
  IconDeviceMobile,
  IconListCheck,
  IconLogout,
  IconPalette,
  IconSettings,
  IconTool,
  IconUser,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguagePicker } from '#app/components/LanguagePicker.tsx'
import { LOOKS, useLook } from '#app/components/look.ts'
import { type Goal, SwitchDialog } from '#app/components/SwitchDialog.tsx'
import { accountSettings } from '#app/data/account.ts'
import { switchBranch, waitingElsewhere } from '#app/data/branches.ts'
import { countUnsent } from '#app/data/outbox.ts'
import { SignOutDialog } from '#app/features/outbox/SignOutDialog.tsx'
import type { Account } from '#contract/account.ts'
import { HelpItem } from './HelpLink.tsx'

/** The user's account, appearance, language and sign-out. */
export function UserMenu({ account, onLeave }: { account: Account; onLeave(): Promise<void> }) {
  const { t } = useTranslation('shell')
  const [open, setOpen] = useState<'preferences' | 'sign-out' | null>(null)
  const [goal, setGoal] = useState<Goal | null>(null)
  const [look, setLook] = useLook()
  const name = `${account.firstName} ${account.lastName}`.trim()
  const askToLeave = async () => {
    if ((await countUnsent()) > 0) setOpen('sign-out')
    else await onLeave()
  }
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon variant="subtle" size={48} radius="xl">
            <Avatar name={name} color="teal" size={36} alt="" />
            <VisuallyHidden>{t('userMenu', { name })}</VisuallyHidden>
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Text fw={600} c="var(--mantine-color-text)" lineClamp={2}>
              {name}
            </Text>
            <Text size="sm" lineClamp={2}>
              {account.companyName}
            </Text>
          </Menu.Label>
          <Branches account={account} onChoose={setGoal} />
          <Menu.Divider />
          {account.roles.includes('ROLE_SUPER_ADMIN') && (
            <Menu.Item component={Link} to="/dashboard/admin" leftSection={<IconTool size={18} aria-hidden />}>
              {t('company:admin.title')}
            </Menu.Item>
          )}
          <Menu.Item component={Link} to="/outbox" leftSection={<IconListCheck size={18} aria-hidden />}>
            {t('outbox')}
          </Menu.Item>
          <Menu.Item component={Link} to="/dashboard/settings/profile" leftSection={<IconUser size={18} aria-hidden />}>
            {t('profile')}
          </Menu.Item>
          <Menu.Item component={Link} to="/dashboard/settings" leftSection={<IconSettings size={18} aria-hidden />}>
            {t('settings')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPalette size={18} aria-hidden />} onClick={() => setOpen('preferences')}>
            {t('preferences')}
          </Menu.Item>
          <Menu.Item component={Link} to="/install" leftSection={<IconDeviceMobile size={18} aria-hidden />}>
            {t('install')}
          </Menu.Item>
          <HelpItem />
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => void askToLeave()}>
            {t('signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={open === 'preferences'}
        onClose={() => setOpen(null)}
        title={t('preferences')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Stack gap="md">
          <LanguagePicker withLabel />
          <div>
            <Text size="sm" fw={500} mb={4} id="color-scheme">
              {t('colorScheme')}
            </Text>
            <SegmentedControl
              fullWidth
              aria-labelledby="color-scheme"
              value={look}
              onChange={(value) => setLook(LOOKS.find((name) => name === value) ?? 'auto')}
              data={LOOKS.map((value) => ({ value, label: t(`scheme.${value}`) }))}
            />
          </div>
        </Stack>
      </Modal>
      <SwitchDialog goal={goal} by={switchBranch} onClose={() => setGoal(null)} />
      <SignOutDialog opened={open === 'sign-out'} onClose={() => setOpen(null)} onLeave={onLeave} />
    </>
  )
}

/** The head office and its branches, for users who may switch: the current company, and pending operations of others on this device. */
function Branches({ account, onChoose }: { account: Account; onChoose(goal: Goal): void }) {
  const { t } = useTranslation('company')
  const mayGo = account.roles.includes('ROLE_HQ_MANAGER')
  const { data: settings } = useQuery({ ...accountSettings(), enabled: mayGo })
  const { data: waiting } = useQuery({ ...waitingElsewhere(), enabled: mayGo })
  const branches = settings?.branches ?? []
  if (branches.length === 0) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('branches')}</Menu.Label>
      {branches.map(({ identifier, name }) => {
        const id = Number(identifier)
        const isHere = id === account.companyId
        const count = waiting?.get(id) ?? 0
        const Icon = isHere ? IconCheck : IconBuilding
        return (
          <Menu.Item
            key={identifier}
            leftSection={<Icon size={18} aria-hidden />}
            aria-current={isHere || undefined}
            disabled={isHere}
            rightSection={
              count > 0 && !isHere ? (
                <Badge color="orange" variant="light">
                  {t('waits', { count })}
                </Badge>
              ) : undefined
            }
            onClick={() => onChoose({ id, name })}
          >
            {name}
          </Menu.Item>
        )
      })}
    </>
  )
}
