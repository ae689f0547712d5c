import { Button, Text } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'

/** `blocked`: why nothing can be imported, which is shown below the button. */
type Props = { added: number; blocked: string | null; isBusy: boolean; onClick(): void }

export function ImportButton({ added, blocked, isBusy, onClick }: Props) {
  const { t } = useTranslation('imports')
  const id = useId()
  return (
    <div>
      <Button size="md" disabled={blocked !== null} aria-describedby={blocked === null ? undefined : id} loading={isBusy} onClick={onClick}>
        {t('confirm', { count: added, shown: formats().number(added) })}
      </Button>
      {blocked !== null && (
        <Text id={id} size="sm" mt="xs">
          {blocked}
        </Text>
      )}
    </div>
  )
}
