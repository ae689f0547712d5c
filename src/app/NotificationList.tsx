import { Button, Group, Text, ThemeIcon, Title, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, type TablerIcon } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlertLabels } from '#app/components/alert-labels.ts'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { formats } from '#app/data/formats.ts'
import { AgeText } from '#app/ui/AgeText.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import { toastError } from '#app/ui/toasts.ts'
import type { Notification, NotificationType } from '#contract/notifications.ts'
import { toDecimal } from '#domain/money.ts'
import { fromIso } from '#domain/time.ts'
import classes from './NotificationBell.module.css'
import { type Notifications, seeNotification, seeNotifications } from './notifications.queries.ts'

const LOOKS: Record<NotificationType, { Icon: TablerIcon; color: string }> = {
  SUCCESS: { Icon: IconCircleCheck, color: 'green' },
  INFO: { Icon: IconInfoCircle, color: 'slate' },
  WARNING: { Icon: IconAlertTriangle, color: 'orange' },
  ERROR: { Icon: IconCircleX, color: 'red' },
}

/** Notifications, latest first, each with a link to its screen. */
export function NotificationList({ data, onLeave }: { data: Notifications | undefined; onLeave(): void }) {
  const { t } = useTranslation('notifications')
  const why = useWhyNot()
  const router = useRouter()
  const { mutate: see } = useKeyedMutation(seeNotification)
  const { mutate: seeAll, isPending: isSeeingAll } = useKeyedMutation({
    ...seeNotifications,
    onError: (error) => toastError(`${t('notSeen')} ${why(error).text}`),
  })
  const rows = data?.rows ?? []
  const [last] = rows

  const goTo = (event: MouseEvent, { id, seen, slug }: Notification) => {
    // Marks it as read in this tab and the browser's other tabs.
    if (!seen) see({ id })
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onLeave()
    router.history.push(slug)
  }
  return (
    <>
      <Group justify="space-between" className={classes.head ?? ''} wrap="nowrap">
        <Title order={2} size="h3">
          {t('title')}
        </Title>
        {last && rows.some(({ seen }) => !seen) && (
          <Button variant="subtle" size="sm" loading={isSeeingAll} onClick={() => seeAll({ upTo: last.id })}>
            {t('seeAll')}
          </Button>
        )}
      </Group>
      {!data && <ListSkeleton rows={3} height={56} />}
      {data && rows.length === 0 && (
        <Text c="dimmed" p="md" role="status">
          {data.isKnown ? t('none') : why(data.why).text}
        </Text>
      )}
      <ul className={classes.list}>
        {rows.map((one) => (
          <Row key={one.id} notification={one} onGo={(event) => goTo(event, one)} />
        ))}
      </ul>
    </>
  )
}

function Row({ notification, onGo }: { notification: Notification; onGo(event: MouseEvent): void }) {
  const { t } = useTranslation('notifications')
  const words = useNotificationLabels()
  const { type, seen, created, slug, values } = notification
  const { Icon, color } = LOOKS[type]
  return (
    <li>
      <UnstyledButton component="a" href={slug} className={classes.row ?? ''} data-unseen={!seen || undefined} onClick={onGo}>
        <ThemeIcon variant="light" color={color} size={36} radius="xl" aria-hidden>
          <Icon size={20} stroke={1.7} />
        </ThemeIcon>
        <span className={classes.words}>
          <span className={classes.what}>{words(notification)}</span>
          <Text span size="sm" c="dimmed" display="block">
            {values.machine !== undefined && `${values.machine} · `}
            <AgeText at={fromIso(created)} />
          </Text>
        </span>
        {!seen && <span className={classes.dot} role="img" aria-label={t('unseen')} />}
      </UnstyledButton>
    </li>
  )
}

/** The text of a notification. An unknown one from a newer server has a generic text. */
function useNotificationLabels(): (notification: Notification) => string {
  const { t } = useTranslation('notifications')
  const alertLabel = useAlertLabels()
  return ({ message, values }) => {
    const { alertType = 'ALERT', issueType = 'OTHER', cause = 'OTHER', version = '?' } = values
    const amount = typeof values.minor === 'number' ? { amount: formats().money(toDecimal(values.minor, formats().currency)) } : {}
    const issue = t(`issues:kind.${issueType}`, { defaultValue: t('issues:kind.OTHER') })
    return t(`message.${message}`, {
      ...values,
      ...amount,
      version,
      issue,
      cause: t(`problems:cause.${cause}`, { defaultValue: t('problems:cause.OTHER') }),
      alert: alertLabel(String(alertType)),
      defaultValue: t('message.OTHER'),
    })
  }
}
