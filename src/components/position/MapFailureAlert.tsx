import { Alert, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** The map is not on this device and cannot be fetched, or the browser has no WebGL 2, as on some remote desktops. */
export type MapFailure = 'not-loaded' | 'not-supported'

type Props = {
  failure: MapFailure
  /** Shown in place of the map. */
  list?: ReactNode
}

/** Not beside the map, whose code is fetched on demand. */
export function MapFailureAlert({ failure, list }: Props) {
  const { t } = useTranslation('machines')
  const notLoaded = list ? t('mapMissingList') : t('mapMissing')
  return (
    <Stack gap="md">
      <Alert color="orange" role="status">
        {failure === 'not-loaded' ? notLoaded : t('mapUnsupported')}
      </Alert>
      {list}
    </Stack>
  )
}
