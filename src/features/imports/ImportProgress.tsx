import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import type { ImportState } from '#domain/imports.ts'

type Props = { state: ImportState; progress: number; onCancel(): void }

/** Progress of an upload or a background import, with a cancel button. */
export function ImportProgress({ state, progress, onCancel }: Props) {
  const { t } = useTranslation('imports')
  const { percentage } = formats()
  const label = t(`state.${state}`)
  return (
    <Card aria-label={t('progress')}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Text fw={600} role="status">
            {label}
          </Text>
          <Text>{percentage(progress)}</Text>
        </Group>
        <Progress value={progress * 100} aria-label={label} size="lg" />
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {t(state === 'UPLOADING' ? 'stayHere' : state === 'READING' || state === 'RUNNING' ? 'mayLeave' : 'mayLeaveRemoval')}
          </Text>
          {state !== 'CANCELLING' && state !== 'UNDOING' && (
            <Button variant="default" onClick={onCancel}>
              {t('cancelImport')}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  )
}
