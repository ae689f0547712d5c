import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#app/components/CopyButton.tsx'

type Props = {
  /** What the share sheet of the device gets. */
  message: string
  /** What is copied, with the label of its button. */
  copied: string
  copyLabel: string
  onDone(): void
}

/** Passes on what is shown only once: share, copy, done. */
export function ShareActions({ message, copied: text, copyLabel, onDone }: Props) {
  const { t } = useTranslation('employees')
  return (
    <Group w="100%" justify="flex-end" gap="sm" data-actions>
      {'share' in navigator && (
        <Button variant="default" size="md" onClick={() => void navigator.share({ text: message }).catch(() => {})}>
          {t('made.share')}
        </Button>
      )}
      <CopyButton text={text} label={copyLabel} copiedLabel={t('made.copied')} />
      <Button size="md" onClick={onDone}>
        {t('made.done')}
      </Button>
    </Group>
  )
}
