import { Alert, Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { sending } from '#app/data/outbox.ts'
import { whyNot } from '#app/data/server-requests.ts'
import { showSignIn } from '#app/ui/sign-in-dialog.ts'

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
          <Stack gap="xs" align="flex-start">
            {errorText ? errorText(error) : why(error).text}
            {whyNot(error).reason === 'signedOut' && <SignInButton />}
          </Stack>
        </Alert>
      )}
    </>
  )
}

/** Opens the sign-in over the form, which keeps its input. Shown until the user has signed in again. */
function SignInButton() {
  const { t } = useTranslation('account')
  const { data: now } = useQuery(sending())
  if (now?.connection?.state !== 'signed-out') return null
  return (
    <Button size="md" variant="default" onClick={() => showSignIn(true)}>
      {t('again.open')}
    </Button>
  )
}
