import { IconCloudDownload } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { freshness } from '#app/data/freshness.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'

/** No machine is here: either there is none, which `children` say, or nothing was fetched yet, and nobody may say that there is none. */
export function NoMachines({ children }: { children: ReactNode }) {
  const { t } = useTranslation('machines')
  const { data } = useSuspenseQuery(freshness())
  if (data.asOf !== null) return children
  return <EmptyState icon={<IconCloudDownload />} color="slate" title={t('notFetched')} text={t('notFetchedText')} />
}
