import { expect, test } from 'vitest'
import { pixelsOf } from './photo-pixels.ts'

const bytes = (hex: string) => Uint8Array.from(hex.replaceAll(' ', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** Headers as programs write them; none contains a picture. */
const HEADERS: [string, string, number | null][] = [
  [
    'a baseline JPEG after other segments',
    'ffd8 ffe0 0004 4a46 fffe 0003 20 ffffff c0 0011 08 04b0 0640 03012200021101031101',
    1600 * 1200,
  ],
  ['a progressive JPEG with a Huffman table first', 'ffd8 ffc4 0003 00 ffd0 ffc2 000b 08 0010 0020 01011100', 512],
  ['a PNG', '89504e470d0a1a0a 0000000d 49484452 00004e20 00004e20 0100000000', 400_000_000],
  ['a lossy WebP', '52494646 00000000 57454250 56503820 00000000 000000 9d012a 0a00 1400', 200],
  ['a lossless WebP', '52494646 00000000 57454250 5650384c 00000000 2f ffffff0f', 16_384 * 16_384],
  ['an extended WebP', '52494646 00000000 57454250 56503858 0000000a 10000000 3f0600 af0400', 1600 * 1200],
  ['a JPEG without a frame', 'ffd8 ffda 0003 00', null],
  ['a JPEG with text after its first bytes', 'ffd8ff 3c68746d6c3e', null],
  ['a JPEG without height', 'ffd8 ffc0 000b 08 0000 0020 01011100', null],
  ['a cut JPEG', 'ffd8 ffe0 ffff 00', null],
  ['a PNG of another first chunk', '89504e470d0a1a0a 0000000d 49444154 00000001 00000001', null],
  ['a WebP of an unknown chunk', '52494646 00000000 57454250 414e494d 00000000 00000000 00000000 0000', null],
  ['an SVG', '3c7376673e', null],
  ['nothing', '', null],
]

test.each(HEADERS)('%s', (_, hex, pixels) => expect(pixelsOf(bytes(hex))).toBe(pixels))
