import { Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { endSessions, sessions } from '#app/data/account.ts'
import { formats } from '#app/data/formats.ts'
import { ageOf } from '#app/ui/AgeText.tsx'
import { Card } from '#app/ui/Card.tsx'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { Session } from '#contract/profile.ts'
import { deviceNamed } from './device-name.ts'
import classes from './Settings.module.css'

export const Route = createFileRoute('/_signed-in/dashboard/settings/devices')({ component: DevicesScreen })

/** The user's sessions, which can be ended if a phone is lost. */
function DevicesScreen() {
  const { t } = useTranslation('settings')
  const { data: open, error, isPending, refetch } = useQuery(sessions())
  const why = useWhyNot()
  const [selected, setSelected] = useState<Session | 'others' | null>(null)
  const {
    mutate,
    isPending: isEnding,
    errorText,
    reset,
  } = useServerMutation({
    ...endSessions,
    onSuccess: () => {
      toastSuccess(t('devices.ended'))
      setSelected(null)
    },
  })
  const close = () => {
    reset()
    setSelected(null)
  }
  const others = open?.filter(({ isThis }) => !isThis).length ?? 0
  return (
    <>
      <PageHeader
        title={t('devices.title')}
        subtitle={t('devices.text')}
        breadcrumb={[{ label: t('title'), link: { to: '/dashboard/settings' } }, { label: t('devices.title') }]}
      />
      <div className={classes.narrow}>
        {open ? (
          <Card component="div">
            <ul className={classes.devices}>
              {open.map((session) => (
                <Device key={session.sessionId} session={session} onEnd={() => setSelected(session)} />
              ))}
            </ul>
          </Card>
        ) : isPending ? (
          <Skeleton height={220} radius="md" />
        ) : (
          <ErrorState title={why(error).title} text={why(error).text} onRetry={() => void refetch()} />
        )}
        {others > 0 && (
          <div>
            <Button size="md" variant="light" color="red" onClick={() => setSelected('others')}>
              {t('devices.endAll')}
            </Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        opened={selected !== null}
        title={selected === 'others' ? t('devices.askAll', { count: others }) : t('devices.askOne')}
        confirm={t('devices.end')}
        onConfirm={() => selected && mutate(selected === 'others' ? selected : selected.sessionId)}
        onClose={close}
        isBusy={isEnding}
        isDangerous
      >
        <Text>{t('devices.means')}</Text>
        <ErrorText text={errorText} />
      </ConfirmDialog>
    </>
  )
}

function Device({ session: { userAgent, isThis, createdAt, lastUsedAt }, onEnd }: { session: Session; onEnd(): void }) {
  const { t, i18n } = useTranslation('settings')
  const { browser, system } = deviceNamed(userAgent)
  const name = browser && system ? t('devices.on', { browser, system }) : (browser ?? system ?? t('devices.unknown'))
  const { dateTime } = formats()
  return (
    <li className={classes.device}>
      <div>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {isThis && <Badge variant="light">{t('devices.this')}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {t('devices.times', {
            since: dateTime(Date.parse(createdAt)),
            used: ageOf(Date.parse(lastUsedAt), Date.now(), i18n.language),
          })}
        </Text>
      </div>
      {!isThis && (
        <Button variant="default" mih={48} onClick={onEnd} aria-label={t('devices.endNamed', { name })}>
          {t('devices.end')}
        </Button>
      )}
    </li>
  )
}
