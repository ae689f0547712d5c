import { Code, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MachineCard } from '#contract/machines.ts'
import { stickerAddress } from '#domain/machines/sticker-address.ts'
import classes from './MachineCode.module.css'
import { QrCode } from './QrCode.tsx'
import { StickerLink } from './StickerLink.tsx'

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
