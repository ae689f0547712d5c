import { writeFileSync } from 'node:fs'
import { encode } from 'uqr'
import { barsOf } from '../../tests/support/bar-code.ts'

const width = 640
const height = 480
const frames = 10

/** Writes a camera video of a sticker with this text. */
export function writeQrVideo(text: string, file: string): void {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const scale = Math.floor((height * 0.9) / size)
  if (scale < 4) throw new Error(`a QR code with ${text.length} characters is too dense for a picture of ${width} x ${height}`)
  const left = Math.floor((width - size * scale) / 2)
  const top = Math.floor((height - size * scale) / 2)
  writeVideo(file, () => (x, y) => data[Math.floor((y - top) / scale)]?.[Math.floor((x - left) / scale)] === true)
}

/** Writes a picture as a video, as Y4M for Chromium's `--use-file-for-fake-video-capture`. */
function writeVideo(file: string, drawing: (size: { width: number; height: number }) => (x: number, y: number) => boolean): void {
  const isDark = drawing({ width, height })
  const light = Buffer.alloc(width * height, 255)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (isDark(x, y)) light[y * width + x] = 0
  const noColour = Buffer.alloc(width * height * 0.5, 128)
  const frame = [Buffer.from('FRAME\n'), light, noColour]
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(file, Buffer.concat([header, ...Array.from({ length: frames }, () => frame).flat()]))
}

/** Writes a camera video of the bar code of a product. */
export function writeBarCodeVideo(code: string, file: string): void {
  const bars = barsOf(code)
  const [module, top, bottom] = [5, 60, 420]
  writeVideo(file, ({ width }) => {
    const left = Math.floor((width - bars.length * module) / 2)
    return (x, y) => y >= top && y < bottom && bars[Math.floor((x - left) / module)] === '1' && x >= left
  })
}
