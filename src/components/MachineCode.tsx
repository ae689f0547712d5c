import { Code, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MachineCard } from '#contract/machines.ts'
import { QUIET_MODULES, qrCodeOf } from '#documents/qr-code.ts'
import { stickerAddress } from '#domain/machines/sticker-address.ts'
import classes from './MachineCode.module.css'
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
  const { size, runs } = qrCodeOf(stickerAddress(location.origin, token))
  const whole = size + 2 * QUIET_MODULES
  return (
    <div className={classes.code} data-large={isLarge || undefined}>
      <svg
        role="img"
        aria-label={t('qrCode', { machine: name })}
        viewBox={`0 0 ${whole} ${whole}`}
        className={classes.qr}
        shapeRendering="crispEdges"
      >
        <path
          transform={`translate(${QUIET_MODULES} ${QUIET_MODULES})`}
          d={runs.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join('')}
        />
      </svg>
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
