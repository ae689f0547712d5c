import { ActionIcon, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './NotificationBell.module.css'
import { NotificationList } from './NotificationList.tsx'
import { notifications } from './notifications.queries.ts'

const MAX_SHOWN = 99

/** The number of unread notifications of a manager, and their list. */
export function NotificationBell() {
  const { t } = useTranslation('notifications')
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(notifications())
  const unseen = data?.rows.filter(({ seen }) => !seen).length ?? 0
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(26rem, calc(100vw - 1rem))"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          size={48}
          radius="xl"
          className={classes.bell ?? ''}
          aria-label={t('bell', { count: unseen })}
          onClick={() => setOpen(!isOpen)}
        >
          <IconBell size={24} stroke={1.8} aria-hidden />
          {unseen > 0 && (
            <span className={classes.badge} aria-hidden>
              {unseen > MAX_SHOWN ? `${MAX_SHOWN}+` : unseen}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('title')}>
        <NotificationList data={data} onLeave={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
