import type { ReactNode } from 'react'
import type { Way } from '#app/data/installation.ts'
import styles from './InstallPicture.module.css'

type ByHand = Exclude<Way, 'installed' | 'offered'>

/** An illustration; the adjacent text has the same content, so screen readers skip it. */
export function InstallPicture({ way, step }: { way: ByHand; step: 1 | 2 | 3 }) {
  const isPhone = way === 'iphone' || way === 'iphone-other-browser' || way === 'android'
  const isShare = way !== 'android' && way !== 'desktop'
  const places = isPhone ? PHONE : SCREEN
  const Frame = isPhone ? Phone : Window
  return (
    <Frame>
      {step === 1 && <Spot {...(way === 'iphone' ? places.bottom : places.top)}>{isShare ? <ShareSign /> : <Dots />}</Spot>}
      {step === 2 && <Menu {...places.menu} />}
      {step === 3 && <AppSign {...places.sign} />}
    </Frame>
  )
}

const PHONE = { top: { x: 60, y: 18 }, bottom: { x: 40, y: 106 }, menu: { x: 12, y: 54, width: 56 }, sign: { x: 40, y: 56 } }
const SCREEN = { top: { x: 104, y: 21 }, bottom: { x: 104, y: 21 }, menu: { x: 62, y: 34, width: 50 }, sign: { x: 60, y: 58 } }

const Phone = ({ children }: { children: ReactNode }) => (
  <svg className={styles.picture} viewBox="0 0 80 124" width="80" height="124" aria-hidden="true">
    <rect className={styles.body} x="2" y="2" width="76" height="120" rx="13" />
    <rect className={styles.faint} x="28" y="7" width="24" height="4" rx="2" />
    {children}
  </svg>
)

const Window = ({ children }: { children: ReactNode }) => (
  <svg className={styles.picture} viewBox="0 0 120 100" width="120" height="100" aria-hidden="true">
    <rect className={styles.body} x="2" y="8" width="116" height="84" rx="8" />
    <rect className={styles.faint} x="12" y="17" width="76" height="8" rx="4" />
    {children}
  </svg>
)

const Spot = ({ x, y, children }: { x: number; y: number; children: ReactNode }) => (
  <>
    <circle className={styles.halo} cx={x} cy={y} r="14" />
    <g transform={`translate(${x} ${y})`}>{children}</g>
  </>
)

const ShareSign = () => <path className={styles.line} d="M-3.5 -1.5H-5.5V6.5H5.5V-1.5H3.5M0 3V-7M-3 -4L0 -7L3 -4" />

const Dots = () => (
  <>
    {[-5, 0, 5].map((y) => (
      <circle key={y} className={styles.dot} cy={y} r="1.6" />
    ))}
  </>
)

const Menu = ({ x, y, width }: { x: number; y: number; width: number }) => (
  <g transform={`translate(${x} ${y})`}>
    {[0, 1, 2].map((row) => (
      <g key={row} transform={`translate(0 ${row * 16})`}>
        <rect className={row === 1 ? styles.chosen : styles.row} width={width} height="14" rx="3" />
        <rect className={row === 1 ? styles.onChosen : styles.faint} x="5" y="5.5" width={width - 26} height="3" rx="1.5" />
        <path className={row === 1 ? styles.lineOnChosen : styles.lineFaint} d={`M${width - 9} 3.5v7M${width - 12.5} 7h7`} />
      </g>
    ))}
  </g>
)

const AppSign = ({ x, y }: { x: number; y: number }) => (
  <>
    {[-24, 24].map((dx) => (
      <rect key={dx} className={styles.row} x={x + dx - 9} y={y - 9} width="18" height="18" rx="5" />
    ))}
    <circle className={styles.halo} cx={x} cy={y} r="19" />
    <image href="/icons/favicon.svg" x={x - 11} y={y - 11} width="22" height="22" />
  </>
)
