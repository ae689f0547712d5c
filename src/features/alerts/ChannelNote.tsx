import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { PushState } from '#app/data/push.ts'
import type { AlertChannel } from '#domain/alerts/alert.ts'

/** `account`: the recipient; null for an audience, whose users may or may not have an address. */
type Ways = {
  account: { email: string | null; phoneNumber: string | null } | null
  push: PushState | null
  sendsSms: boolean
  sendsMail: boolean
}

/** Whether messages of this channel can reach the recipient. */
export function isReachable(channel: AlertChannel, { account, push, sendsSms }: Ways): boolean {
  if (channel === 'APP') return true
  if (channel === 'EMAIL') return account === null || Boolean(account.email)
  if (channel === 'SMS') return sendsSms && (account === null || Boolean(account.phoneNumber))
  return push === 'on' || push === 'off'
}

/** The recipient of a message, or what has to be set up first. */
export function ChannelNote({ channel, isMe, ...ways }: Ways & { channel: AlertChannel; isMe: boolean }) {
  const { t } = useTranslation('alerts')
  const { account, push, sendsSms, sendsMail } = ways
  const { email = null, phoneNumber = null } = account ?? {}
  if (channel === 'PUSH' && (push === null || !isMe)) return null
  const isOk = isReachable(channel, ways)
  return (
    <Text size="sm" c={isOk ? 'dimmed' : 'var(--mantine-color-error)'} role="status">
      {channel === 'APP' ? (
        t('appTo')
      ) : channel === 'EMAIL' ? (
        email ? (
          sendsMail ? (
            t('email.to', { email })
          ) : (
            t('mailsStay')
          )
        ) : (
          t(isMe ? 'email.none' : 'noEmail')
        )
      ) : channel === 'PUSH' ? (
        <PushNote push={push ?? 'off'} />
      ) : !sendsSms ? (
        t('sms.off')
      ) : phoneNumber ? (
        t('sms.to', { phone: phoneNumber })
      ) : !isMe ? (
        account && t('noPhone')
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
