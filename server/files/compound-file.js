import { Unreadable } from './unreadable.js'

/** Special sector numbers from here on end a chain. */
const FIRST_SPECIAL = 0xfffffffa
const ENTRY = 128
const STREAM = 2
const ROOT = 5

/**
 * The streams of a compound file by name in lower case, each as a function that reads it. All chains of sectors are limited by the length of the
 * file, so a chain that forms a circle ends.
 *
 * @see https://learn.microsoft.com/openspecs/windows_protocols/ms-cfb
 */
export function streamsOf(bytes) {
  if (bytes.length < 512) throw new Unreadable('NO_TABLE')
  const [sectorBits, smallBits] = [bytes.readUInt16LE(30), bytes.readUInt16LE(32)]
  if ((sectorBits !== 9 && sectorBits !== 12) || smallBits !== 6) throw new Unreadable('NO_TABLE')
  const size = 1 << sectorBits
  const most = Math.ceil(bytes.length / size)
  const sector = (id) => bytes.subarray((id + 1) * size, (id + 2) * size)

  const tables = listed(bytes.subarray(76, 512))
  for (let id = bytes.readUInt32LE(68), count = 0; id < most && count < most; count++) {
    const ids = listed(sector(id))
    const next = ids.length === size / 4 ? ids.pop() : undefined
    tables.push(...ids)
    id = next ?? FIRST_SPECIAL
  }
  const nextOf = (blocks) => (id) => {
    const block = blocks[Math.floor(id / (size / 4))]
    const at = (id % (size / 4)) * 4
    return block !== undefined && at + 4 <= block.length ? block.readUInt32LE(at) : FIRST_SPECIAL
  }
  const next = nextOf(tables.slice(0, most).map((id) => (id < most ? sector(id) : undefined)))
  const chain = (start, follow, limit) => {
    const ids = []
    for (let id = start; id < FIRST_SPECIAL && id < limit && ids.length < limit; id = follow(id)) ids.push(id)
    return ids
  }
  const read = (start) => Buffer.concat(chain(start, next, most).map(sector))

  const directory = read(bytes.readUInt32LE(48))
  const entries = []
  for (let at = 0; at + ENTRY <= directory.length; at += ENTRY) {
    const length = Math.min(64, directory.readUInt16LE(at + 64))
    const name = directory.toString('utf16le', at, at + Math.max(0, length - 2)).toLowerCase()
    entries.push({ name, type: directory[at + 66], start: directory.readUInt32LE(at + 116), length: directory.readUInt32LE(at + 120) })
  }
  const cutoff = bytes.readUInt32LE(56)
  const root = entries.find(({ type }) => type === ROOT)
  const readSmall = (start) => {
    const all = root ? read(root.start) : Buffer.alloc(0)
    const smallNext = nextOf(chain(bytes.readUInt32LE(60), next, most).map(sector))
    const limit = Math.ceil(all.length / (1 << smallBits))
    return Buffer.concat(chain(start, smallNext, limit).map((id) => all.subarray(id << smallBits, (id + 1) << smallBits)))
  }
  return new Map(
    entries
      .filter(({ type }) => type === STREAM)
      .map(({ name, start, length }) => [name, () => (length < cutoff ? readSmall(start) : read(start)).subarray(0, length)]),
  )
}

function listed(block) {
  const ids = []
  for (let at = 0; at + 4 <= block.length; at += 4) ids.push(block.readUInt32LE(at))
  return ids
}
