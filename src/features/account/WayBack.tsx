import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** A link back to the previous page, or to the start page. */
export function WayBack() {
  const { t } = useTranslation('legal')
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <Button
      component="a"
      href="/"
      variant="default"
      mt="lg"
      leftSection={<IconArrowLeft size={18} aria-hidden />}
      onClick={(event) => {
        if (!canGoBack) return
        event.preventDefault()
        history.back()
      }}
    >
      {t('back')}
    </Button>
  )
}
