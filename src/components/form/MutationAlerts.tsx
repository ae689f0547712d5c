import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useWhyNot } from '#app/components/use-why-not.ts'

type Props = {
  mutation: { error: unknown; isPending: boolean }
  isUnsettled?: boolean
  errorText?: ((error: unknown) => string) | undefined
}

/** Why the last attempt to save failed, and whether its outcome is unknown. */
export function MutationAlerts({ mutation: { error, isPending }, isUnsettled = false, errorText }: Props) {
  const { t } = useTranslation()
  const why = useWhyNot()
  return (
    <>
      {isUnsettled && !isPending && (
        <Alert color="orange" role="status">
          {t('unsettled.text')}
        </Alert>
      )}
      {error !== null && (
        <Alert color="red" role="alert">
          {errorText ? errorText(error) : why(error).text}
        </Alert>
      )}
    </>
  )
}
