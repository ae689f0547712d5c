import { Alert, Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Typed } from '#app/components/use-draft.ts'
import { useAge } from '#app/ui/AgeText.tsx'
import type { Moment } from '#domain/time.ts'

/** Earlier input for this machine, restored on request only; and whether the input shown is what another tab did not record. */
export function DraftOffer<T extends Readonly<Record<string, unknown>>>({ typed }: { typed: Typed<T> }) {
  const { t } = useTranslation('stock')
  return (
    <>
      {typed.isRest && <Alert role="status">{t('notRecordedYet')}</Alert>}
      {typed.offer && <Offered typed={typed} value={typed.offer.value} at={typed.offer.at} />}
    </>
  )
}

function Offered<T extends Readonly<Record<string, unknown>>>({ typed, value, at }: { typed: Typed<T>; value: T; at: Moment }) {
  const { t } = useTranslation('stock')
  const age = useAge(at)
  return (
    <Alert role="status">
      {t('offer', { count: Object.keys(value).length, age })}
      <Group gap="sm" mt="sm">
        <Button size="sm" onClick={typed.takeUp}>
          {t('takeUp')}
        </Button>
        <Button size="sm" variant="default" onClick={typed.decline}>
          {t('decline')}
        </Button>
      </Group>
    </Alert>
  )
}
