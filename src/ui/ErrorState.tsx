import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './EmptyState.tsx'

/** Something could not be shown: why, and the way to try again. */
export function ErrorState({ title, text, onRetry }: { title?: string; text?: string; onRetry(): void }) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <EmptyState
        color="red"
        icon={<IconAlertTriangle />}
        title={title ?? t('error.title')}
        text={text ?? t('error.text')}
        action={<Button onClick={onRetry}>{t('tryAgain')}</Button>}
      />
    </div>
  )
}
