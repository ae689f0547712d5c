import { Badge, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { ListedUser } from '#contract/users.ts'
import { fromIso } from '#domain/time.ts'

/** Whether an employee may sign in, and the state of their invitation. */
export function Status({ user: { enabled, hasPassword, invitedUntil } }: { user: ListedUser }) {
  const { t } = useTranslation('employees')
  const until = isOpen(invitedUntil) ? formats().date(fromIso(invitedUntil)) : null
  const isInvited = enabled && !hasPassword
  return (
    <Stack component="span" gap={2} align="start">
      <Badge variant="light" color={!enabled ? 'gray' : isInvited ? 'slate' : 'green'}>
        {t(!enabled ? 'disabled' : isInvited ? 'invited' : 'enabled')}
      </Badge>
      {enabled && (until || isInvited) && (
        <Text span size="sm" c="dimmed">
          {until ? t('linkUntil', { date: until }) : t('linkEnded')}
        </Text>
      )}
    </Stack>
  )
}

export const isOpen = (invitedUntil: string | null): invitedUntil is string => invitedUntil !== null && fromIso(invitedUntil) > Date.now()
