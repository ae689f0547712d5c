import { Button, type ButtonProps, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'

type Props = Pick<ButtonProps, 'variant'> & { text: string; label: string; copiedLabel: string }

/** Copies a text that is shown next to it, and asks to copy it by hand if the browser does not allow it. */
export function CopyButton({ text, label, copiedLabel, variant = 'light' }: Props) {
  const { t } = useTranslation()
  const { copy, copied, error } = useClipboard()
  return (
    <>
      {error && (
        <Text role="alert" w="100%" c="var(--mantine-color-error)">
          {t('notCopied')}
        </Text>
      )}
      <Button variant={variant} size="md" aria-live="polite" onClick={() => copy(text)}>
        {copied ? copiedLabel : label}
      </Button>
    </>
  )
}
