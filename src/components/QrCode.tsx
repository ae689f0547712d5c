import { QUIET_MODULES, qrCodeOf } from '#documents/qr-code.ts'
import classes from './QrCode.module.css'

/** A QR code, dark on white in every theme, because scanners require it. `isLarge`: to be scanned from the screen. */
export function QrCode({ address, label, isLarge = false }: { address: string; label: string; isLarge?: boolean }) {
  const { size, runs } = qrCodeOf(address)
  const whole = size + 2 * QUIET_MODULES
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${whole} ${whole}`}
      className={classes.qr}
      data-large={isLarge || undefined}
      shapeRendering="crispEdges"
    >
      <path
        transform={`translate(${QUIET_MODULES} ${QUIET_MODULES})`}
        d={runs.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join('')}
      />
    </svg>
  )
}
