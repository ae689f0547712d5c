import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './EmptyState.tsx'

type Props = { title?: string; text?: string; isBusy?: boolean; onRetry(): void }

/** Something failed to load: the reason, and a retry. */
export function ErrorState({ title, text, isBusy = false, onRetry }: Props) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <EmptyState
        color="red"
        icon={<IconAlertTriangle />}
        title={title ?? t('error.title')}
        text={text ?? t('error.text')}
        action={
          <Button loading={isBusy} onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        }
      />
    </div>
  )
}
