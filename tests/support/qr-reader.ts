import { createRequire } from 'node:module'

type Reader = { decode(image: unknown): { getText(): string } }
type ZXing = {
  QRCodeReader: new () => Reader
  BinaryBitmap: new (binarizer: unknown) => unknown
  HybridBinarizer: new (source: unknown) => unknown
  RGBLuminanceSource: new (luminances: Uint8ClampedArray, width: number, height: number) => unknown
}

// The very reader that the app's scanner falls back on, without its camera.
const zxing: ZXing = createRequire(import.meta.url)('html5-qrcode/third_party/zxing-js.umd.js')

/** What a scanner reads in a white picture with these dark rectangles, all in pixels. Throws if it finds no code. */
export function readCode(side: number, dark: readonly { x: number; y: number; width: number; height: number }[]): string {
  const pixels = new Uint8ClampedArray(side * side).fill(255)
  for (const { x, y, width, height } of dark) {
    for (let row = Math.round(y); row < Math.round(y + height); row++) {
      pixels.fill(0, row * side + Math.round(x), row * side + Math.round(x + width))
    }
  }
  const { QRCodeReader, BinaryBitmap, HybridBinarizer, RGBLuminanceSource } = zxing
  return new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(pixels, side, side)))).getText()
}
