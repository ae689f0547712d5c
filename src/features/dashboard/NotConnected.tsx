import { Anchor } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { siteInfo } from '#app/data/session.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'

/** The company has no telemetry, so there are no figures. */
export function NotConnected() {
  const { t } = useTranslation('dashboard')
  const { data: site } = useQuery(siteInfo())
  return (
    <EmptyState
      isPage
      icon={<IconPlugConnectedX />}
      title={t('notConnected.title')}
      text={
        <>
          <p>{t('notConnected.text', { company: getSession().account.companyName })}</p>
          {site && <Anchor href={`mailto:${site.supportEmail}`}>{site.supportEmail}</Anchor>}
        </>
      }
      action={<LinkButton to="/dashboard/machines">{t('all')}</LinkButton>}
    />
  )
}
