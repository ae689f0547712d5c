import { Group } from '@mantine/core'
import { IconCloudDownload, IconVersions } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { freshness, isBeingFetched } from '#app/data/freshness.ts'
import { machineList } from '#app/data/machines.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'

/** No machines: either there are none, which `children` explain, or they are being loaded, or the server does not respond. */
export function NoMachines({ children }: { children: ReactNode }) {
  const { t } = useTranslation('machines')
  const { data } = useSuspenseQuery(freshness())
  if (data.asOf !== null) return children
  const isLoading = isBeingFetched(data)
  return (
    <EmptyState
      icon={<IconCloudDownload />}
      color="slate"
      title={t(isLoading ? 'fetching' : 'notFetched')}
      text={!isLoading && t('notFetchedText')}
    />
  )
}

const isManager = () => getSession().account.companyRole === 'ROLE_MANAGER'

/** The next step of a company without machines: managers set them up or import them, others get theirs assigned. */
export function NoMachinesYet() {
  return (
    <NoMachines>
      <NextStep />
    </NoMachines>
  )
}

function NextStep() {
  const { t } = useTranslation('machines')
  return (
    <EmptyState
      icon={<IconVersions />}
      title={t('noMachines')}
      text={t(isManager() ? 'noMachinesOfCompany' : 'noMachinesNextStep')}
      action={isManager() && <FirstMachineButtons />}
    />
  )
}

function FirstMachineButtons() {
  const { t } = useTranslation('machines')
  return (
    <Group>
      <LinkButton to="/dashboard/settings/create-machine">{t('new.title')}</LinkButton>
      <LinkButton to="/dashboard/import" variant="default">
        {t('import')}
      </LinkButton>
    </Group>
  )
}

/** The content of an empty list of visits, sales or other records: where the first machine comes from, or `children`. */
export function UnlessNoMachines({ children }: { children: ReactNode }) {
  const { data: machines } = useQuery(machineList())
  const { data: fresh } = useQuery(freshness())
  return machines?.length === 0 && fresh?.asOf ? <NoMachinesYet /> : children
}
