import { Stack, Text, Title } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ahead } from '#app/data/ahead.ts'
import { machineList, worstFirst } from '#app/data/machines.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { VisitCard } from './VisitCard.tsx'

export const Route = createFileRoute('/_signed-in/dashboard/serviceman/tasks')({
  loader: ({ context: { queryClient } }) => Promise.all([queryClient.ensureQueryData(machineList()), queryClient.ensureQueryData(ahead())]),
  component: TasksScreen,
})

const FIRST = 3

/** There are no assigned tasks yet; the phone computes where the loss without a visit today is highest. */
function TasksScreen() {
  const { t } = useTranslation('rounds')
  const { data: machines } = useSuspenseQuery(machineList())
  const { data: outlook } = useSuspenseQuery(ahead())
  const first = worstFirst(machines, outlook)
    .filter(({ id }) => (outlook.get(id)?.loss ?? 0) > 0)
    .slice(0, FIRST)
  return (
    <>
      <PageHeader title={t('tasks')} />
      <EmptyState
        icon={<IconListCheck />}
        title={t('noTasks')}
        text={t('noTasksNextStep')}
        action={
          <LinkButton to="/dashboard/serviceman/menu" size="md">
            {t('toHome')}
          </LinkButton>
        }
      />
      {first.length > 0 && (
        <Stack gap="sm" mt="lg">
          <Title order={2}>{t('forecast:first')}</Title>
          <Text c="dimmed">{t('forecast:firstHelp')}</Text>
          <div>
            {first.map((machine) => (
              <VisitCard key={machine.id} machine={machine} ahead={outlook.get(machine.id)} />
            ))}
          </div>
        </Stack>
      )}
    </>
  )
}
