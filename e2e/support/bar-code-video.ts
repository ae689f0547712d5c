import { barsOf } from '../../tests/support/bar-code.ts'
import { writeVideo } from './qr-video.ts'

/** Writes a camera video of the bar code of a product. */
export function writeBarCodeVideo(code: string, file: string): void {
  const bars = barsOf(code)
  const [module, top, bottom] = [5, 60, 420]
  writeVideo(file, ({ width }) => {
    const left = Math.floor((width - bars.length * module) / 2)
    return (x, y) => y >= top && y < bottom && bars[Math.floor((x - left) / module)] === '1' && x >= left
  })
}
