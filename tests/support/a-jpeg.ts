/** A frame of 16 × 16 grey pixels. Nothing in the server reads more of a photo. */
const HEADER = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0])

/** The beginning of a JPEG, filled up to a length. */
export const aJpeg = (length: number = HEADER.length, filling: string | Uint8Array = 'x'): Buffer =>
  Buffer.concat([HEADER, Buffer.alloc(Math.max(0, length - HEADER.length), filling)])
