import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isUnsupported } from './browser-support.ts'

/** Why the app cannot work here before the user tries: opened over http from another machine, or an old browser. */
export function BrowserWarning() {
  const { t } = useTranslation('account')
  // Over http, browsers provide neither the cryptography that the sign-in needs nor a service worker.
  const warning = !isSecureContext ? 'INSECURE' : isUnsupported(navigator.userAgent) ? 'BROWSER_NOT_SUPPORTED' : null
  if (warning === null) return null
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
      {t(warning)}
    </Alert>
  )
}
