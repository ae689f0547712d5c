import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { PushState } from '#app/data/push.ts'
import type { Account } from '#contract/account.ts'
import type { AlertChannel } from '#domain/alerts/alert.ts'

export type Ways = { account: Account; push: PushState | null; sendsSms: boolean; sendsMail: boolean }

/** Whether messages of this channel can reach the signed-in user. */
export function isReachable(channel: AlertChannel, { account: { email, phoneNumber }, push, sendsSms }: Ways): boolean {
  if (channel === 'EMAIL') return Boolean(email)
  return channel === 'SMS' ? sendsSms && Boolean(phoneNumber) : push === 'on' || push === 'off'
}

/** The recipient of a message, or what has to be set up first. */
export function ChannelNote({ channel, ...ways }: Ways & { channel: AlertChannel }) {
  const { t } = useTranslation('alerts')
  const {
    account: { email, phoneNumber },
    push,
    sendsSms,
    sendsMail,
  } = ways
  if (channel === 'PUSH' && push === null) return null
  const isOk = isReachable(channel, ways)
  return (
    <Text size="sm" c={isOk ? 'dimmed' : 'var(--mantine-color-error)'} role="status">
      {channel === 'EMAIL' ? (
        email ? (
          sendsMail ? (
            t('email.to', { email })
          ) : (
            t('mailsStay')
          )
        ) : (
          t('email.none')
        )
      ) : channel === 'PUSH' ? (
        <PushNote push={push ?? 'off'} />
      ) : !sendsSms ? (
        t('sms.off')
      ) : phoneNumber ? (
        t('sms.to', { phone: phoneNumber })
      ) : (
        <>
          {t('sms.noPhone')}{' '}
          <Anchor component={Link} to="/dashboard/settings/profile" underline="always">
            {t('sms.profile')}
          </Anchor>
        </>
      )}
    </Text>
  )
}

export function PushNote({ push }: { push: PushState }) {
  const { t } = useTranslation('alerts')
  if (push === 'install')
    return (
      <>
        {t('push.install')}{' '}
        <Anchor component={Link} to="/install" underline="always">
          {t('push.howToInstall')}
        </Anchor>
      </>
    )
  return t(push === 'off' ? 'push.asks' : `push.${push}`)
}
