import { IconCloudDownload } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { freshness } from '#app/data/freshness.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'

/** No machines: either there are none, which `children` explain, or nothing was fetched yet. */
export function NoMachines({ children }: { children: ReactNode }) {
  const { t } = useTranslation('machines')
  const { data } = useSuspenseQuery(freshness())
  if (data.asOf !== null) return children
  return <EmptyState icon={<IconCloudDownload />} color="slate" title={t('notFetched')} text={t('notFetchedText')} />
}

const isManager = () => getSession().account.companyRole === 'ROLE_MANAGER'

/** Where machines come from: managers see all of the company, others those that are assigned to them. */
export function useNoMachinesText(): string {
  const { t } = useTranslation('machines')
  return t(isManager() ? 'noMachinesOfCompany' : 'noMachinesNextStep')
}

/** For managers, who set machines up. */
export function CreateMachineButton() {
  const { t } = useTranslation('machines')
  return isManager() && <LinkButton to="/dashboard/settings/create-machine">{t('new.title')}</LinkButton>
}
