import { decodeQR } from 'qr/decode.js'

/**
 * Decodes a white picture with these dark rectangles, in pixels, with the decoder that the app falls back on. Throws if it finds no code.
 */
export function readCode(side: number, dark: readonly { x: number; y: number; width: number; height: number }[]): string {
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const { x, y, width, height } of dark) {
    for (let row = Math.round(y); row < Math.round(y + height); row++) {
      for (let column = Math.round(x); column < Math.round(x + width); column++)
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
    }
  }
  return decodeQR({ width: side, height: side, data: pixels })
}
