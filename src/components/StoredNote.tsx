import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAge } from '#app/ui/AgeText.tsx'
import { MINUTE, type Moment } from '#domain/time.ts'
import { useWhyNot } from './use-why-not.ts'

/** Above a stored response: its age, and why the server did not send a newer one. Nothing above a current one. */
export function StoredNote({ error, at }: { error: unknown; at: Moment }) {
  const { t } = useTranslation('machines')
  const why = useWhyNot()
  // Rendered again every half minute.
  const age = useAge(at)
  if (!error && Date.now() - at < MINUTE) return null
  return (
    <Text role="status" c="dimmed" mb="sm">
      {Boolean(error) && why(error).text} {t('lastUpdate', { age })}
    </Text>
  )
}
