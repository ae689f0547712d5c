import { photoTypeOf } from './issues.ts'

/** Far more than a phone sends. A few bytes can describe a picture that takes gigabytes of memory wherever it is shown. */
export const MAX_PHOTO_PIXELS = 25_000_000

/** The number of pixels of a JPEG, PNG or WebP image by its header; null if the header is damaged or of another type. */
export function pixelsOf(bytes: Uint8Array): number | null {
  const type = photoTypeOf(bytes)
  if (type === null) return null
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const pixels = type === 'image/jpeg' ? pixelsOfJpeg(view) : type === 'image/png' ? pixelsOfPng(view) : pixelsOfWebp(view)
    return pixels === 0 ? null : pixels
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Markers without a length: restarts and TEM. */
const isBare = (marker: number) => (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01
/** SOF0 to SOF15 start a frame, except DHT, JPG and DAC, which are in their range. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** @see https://www.w3.org/Graphics/JPEG/itu-t81.pdf annex B */
function pixelsOfJpeg(view: DataView): number | null {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    while (view.getUint8(at) === 0xff) at++
    const marker = view.getUint8(at++)
    if (isBare(marker)) continue
    if (isFrame(marker)) return view.getUint16(at + 3) * view.getUint16(at + 5)
    // The picture begins (SOS), ends (EOI) or begins again (SOI) without a frame.
    if (marker === 0xda || marker === 0xd9 || marker === 0xd8) return null
    at += view.getUint16(at)
  }
  return null
}

/** The first chunk is IHDR. */
const pixelsOfPng = (view: DataView): number | null => (fourAt(view, 12) === 'IHDR' ? view.getUint32(16) * view.getUint32(20) : null)

/** @see https://developers.google.com/speed/webp/docs/riff_container */
function pixelsOfWebp(view: DataView): number | null {
  const side = (at: number) => 1 + view.getUint16(at, true) + 0x10000 * view.getUint8(at + 2)
  switch (fourAt(view, 12)) {
    case 'VP8X':
      return side(24) * side(27)
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return (1 + (bits & 0x3fff)) * (1 + ((bits >>> 14) & 0x3fff))
    }
    case 'VP8 ':
      return (view.getUint16(26, true) & 0x3fff) * (view.getUint16(28, true) & 0x3fff)
    default:
      return null
  }
}

const fourAt = (view: DataView, at: number): string => String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)))
