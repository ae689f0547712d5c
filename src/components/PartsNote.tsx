import { Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { useParts } from '#app/data/in-parts.ts'
import type { OperationId } from '#domain/ids.ts'

type Props = { of: { variables: { key: OperationId } | undefined; isPending: boolean; isError: boolean } }

/** How far a large selection has been sent, and after a failure what the server has executed before it. */
export function PartsNote({ of: { variables, isPending, isError } }: Props) {
  const { t } = useTranslation()
  const parts = useParts(variables?.key)
  if (!parts || !(isPending || (isError && parts.done > 0))) return null
  const counts = { n: parts.done, all: formats().number(parts.all) }
  return (
    <div role="status">
      <Text size="sm">{t(isPending ? 'parts.sending' : 'parts.kept', counts)}</Text>
      {isPending && <Progress value={(100 * parts.done) / parts.all} animated mt={4} aria-label={t('loading')} />}
    </div>
  )
}
