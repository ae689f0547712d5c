import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { VisitsTable } from '#app/components/visits/VisitsTable.tsx'
import { getSession } from '#app/data/device.ts'
import { visits } from '#app/data/visits.ts'
import { FLUSH } from '#app/ui/flush.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import type { MachineId } from '#domain/ids.ts'
import { TitledCard } from './TitledCard.tsx'

const LAST = 5

/** The last visits to a machine. */
export function MachineVisits({ machineId, className }: { machineId: MachineId; className?: string | undefined }) {
  const { t } = useTranslation('visits')
  const why = useWhyNot()
  const { data, error } = useQuery(visits({ machine: machineId }, 0, LAST))
  return (
    <TitledCard title={t('title')} className={className}>
      {data ? (
        data.items.length === 0 ? (
          <Text c="dimmed">{t('noneOfMachine')}</Text>
        ) : (
          <>
            <VisitsTable rows={data.items} isOfMachine />
            {getSession().account.companyRole === 'ROLE_MANAGER' && (
              <LinkButton to="/dashboard/visits" search={{ machine: machineId }} {...FLUSH} mt="sm">
                {t('all')}
              </LinkButton>
            )}
          </>
        )
      ) : error ? (
        <Text c="dimmed" role="status">
          {why(error).text}
        </Text>
      ) : (
        <ListSkeleton rows={3} height={40} />
      )}
    </TitledCard>
  )
}
