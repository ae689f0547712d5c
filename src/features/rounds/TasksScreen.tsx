import { IconListCheck } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'

export const Route = createFileRoute('/_signed-in/dashboard/serviceman/tasks')({ component: TasksScreen })

function TasksScreen() {
  const { t } = useTranslation('rounds')
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
    </>
  )
}
