import { Button } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { stickerPicture } from '#app/data/sticker-sheet.ts'

/** Opens a machine's sticker in a new tab, ready to print. */
export function StickerLink({ token }: { token: string }) {
  const { t, i18n } = useTranslation('stickers')
  return (
    <Button
      component="a"
      href={stickerPicture(token, i18n.language)}
      target="_blank"
      rel="noreferrer"
      variant="default"
      leftSection={<IconQrcode size={18} aria-hidden />}
    >
      {t('show')}
    </Button>
  )
}
