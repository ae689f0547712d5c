import { Button, Code, Text } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { stickerPicture } from '#app/data/sticker-sheet.ts'
import type { MachineCard } from '#contract/machines.ts'
import { stickerAddress } from '#domain/machines/sticker-address.ts'
import classes from './MachineCode.module.css'
import { QrCode } from './QrCode.tsx'

/** The machine's sticker: the code to scan, and its token as text. */
export function MachineCode({
  machine: { name, token },
  isLarge = false,
}: {
  machine: Pick<MachineCard, 'name' | 'token'>
  isLarge?: boolean
}) {
  const { t } = useTranslation('machines')
  return (
    <div className={classes.code} data-large={isLarge || undefined}>
      <QrCode address={stickerAddress(location.origin, token)} label={t('qrCode', { machine: name })} isLarge={isLarge} />
      <div className={classes.words}>
        <Text size="sm" c="dimmed">
          {t('token')}
        </Text>
        <Code className={classes.token}>{token}</Code>
        <div>
          <StickerLink token={token} />
        </div>
      </div>
    </div>
  )
}

/** Opens a machine's sticker in a new tab, ready to print. */
function StickerLink({ token }: { token: string }) {
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
