import { Text } from '@mantine/core'
import { MINUTE, type Moment } from '#domain/time.ts'
import { UpdatedAt } from './LastUpdate.tsx'
import { useWhyNot } from './use-why-not.ts'

/** Above a stored response: its age, and why the server did not send a newer one. Nothing above a current one. */
export function StoredNote({ error, at }: { error: unknown; at: Moment }) {
  const why = useWhyNot()
  if (!error && Date.now() - at < MINUTE) return null
  return (
    <Text role="status" c="dimmed" mb="sm">
      {Boolean(error) && why(error).text} <UpdatedAt at={at} />
    </Text>
  )
}
