import { ActionIcon, Menu } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { helpFor } from '#app/data/guide.ts'
import classes from './DeskKeys.module.css'

/** The address of the page about the current screen, else that of the whole guide. */
function useHelp(): string {
  const page = useRouterState({ select: ({ location: { pathname, search } }) => helpFor(pathname, 'tab' in search ? search.tab : null) })
  return page ? `/dashboard/guide/${page}` : '/dashboard/guide'
}

/** In the header, where it is wide enough. On a phone, help is an item of the user menu. */
export function HelpLink() {
  const { t } = useTranslation('shell')
  return (
    <ActionIcon
      component={Link}
      to={useHelp()}
      variant="subtle"
      color="gray"
      size={48}
      radius="xl"
      className={classes.button ?? ''}
      aria-label={t('help')}
    >
      <IconHelp size={22} aria-hidden />
    </ActionIcon>
  )
}

export function HelpItem() {
  const { t } = useTranslation('shell')
  return (
    <Menu.Item component={Link} to={useHelp()} leftSection={<IconHelp size={18} aria-hidden />}>
      {t('help')}
    </Menu.Item>
  )
}
