import { unzipSync } from 'fflate'

/** Why a zip file cannot be opened. */
export type ZipFault = 'ZIP' | 'ZIP_TOO_LARGE' | 'ZIP_EMPTY'

/** In bytes, packed and unpacked. The sizes in the zip file are checked before anything is unpacked. */
export const MAX_ZIP_BYTES = 10_000_000
const MAX_UNPACKED = 50_000_000
const MAX_FILES = 250

/** A packed file is hardly larger than its content; a larger one claims a false size. */
const OVERHEAD = 1_000

const LOCAL_FILE = [0x50, 0x4b, 0x03, 0x04]
const EMPTY_ZIP = [0x50, 0x4b, 0x05, 0x06]
const FLAGS = 6
const ENCRYPTED = 1

export const isZipFile = (start: Uint8Array): boolean =>
  [LOCAL_FILE, EMPTY_ZIP].some((signature) => signature.every((byte, at) => start[at] === byte))

type Unzipped = { files: { name: string; bytes: Uint8Array<ArrayBufferLike> }[]; tooLarge: string[] } | { fault: ZipFault }

/** The files in a zip file, except those larger than `largest`. Folders and system files are left out. */
export function filesInZip(bytes: Uint8Array, largest: number): Unzipped {
  if (((bytes[FLAGS] ?? 0) & ENCRYPTED) !== 0) return { fault: 'ZIP' }
  let [count, unpacked] = [0, 0]
  const tooLarge: string[] = []
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        if (name.endsWith('/') || name.startsWith('__MACOSX/')) return false
        count++
        if (originalSize > largest) {
          tooLarge.push(name)
          return false
        }
        unpacked += originalSize
        if (count > MAX_FILES || unpacked > MAX_UNPACKED || size > originalSize + OVERHEAD) throw new TooLarge()
        return true
      },
    })
    const found = Object.entries(files).map(([name, content]) => ({ name, bytes: content }))
    return count === 0 ? { fault: 'ZIP_EMPTY' } : { files: found, tooLarge }
  } catch (error) {
    return { fault: error instanceof TooLarge ? 'ZIP_TOO_LARGE' : 'ZIP' }
  }
}

class TooLarge extends Error {}
