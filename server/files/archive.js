import { TextDecoder } from 'node:util'
import { SaxesParser } from 'saxes'
import { fromBuffer, open } from 'yauzl'
import { Unreadable } from './unreadable.js'

export const MAX_PARTS = 2_000
/** The longest text of a cell (Excel's limit), and the longest run of bytes without a tag. */
export const LONGEST_CELL = 32_767
const LONGEST_TOKEN = 256 * 1024
const MOST_ATTRIBUTES = 64
const DEEPEST = 32
/** A part with a higher compression ratio is a zip bomb; ordinary sheets reach 30. */
const MOST_INFLATION = 100
const FREE_INFLATION = 512 * 1024
/** Maximum number of consecutive elements without a value. */
export const MOST_IDLE = 60_000
/** Maximum number of sheets to choose from. */
export const MOST_SHEETS = 100

/** Opens a zip archive in memory or on disk. */
export const opened = (file) =>
  new Promise((done, failed) => {
    const options = { lazyEntries: true, validateEntrySizes: true, autoClose: false }
    const ready = (error, zip) => (error ? failed(new Unreadable('NO_TABLE')) : done(zip))
    if (file.path) open(file.path, options, ready)
    else fromBuffer(file.bytes, options, ready)
  })

/** The XML parts by path. Images, macros and embedded archives are not read. */
export async function partsOf(zip) {
  if (zip.entryCount > MAX_PARTS) throw new Unreadable('TOO_LARGE_INSIDE')
  const parts = new Map()
  for await (const entry of zip.eachEntry()) if (/\.(xml|rels)$/i.test(entry.fileName)) parts.set(entry.fileName.toLowerCase(), entry)
  return parts
}

export const plainName = (name) => name.slice(name.indexOf(':') + 1)

/** Attributes by name without prefix. */
export const plainly = (attributes) => Object.fromEntries(Object.entries(attributes).map(([name, value]) => [plainName(name), value]))

/**
 * Parses one part of the archive while it is inflated. `handlers` are called with names without prefixes. The generator pauses after each
 * chunk, so that the consumer can take the results.
 */
export async function* parse(zip, entry, limits, handlers) {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  let attributes = 0
  let silent = 0
  const heard = () => {
    silent = 0
  }
  parser.on('doctype', () => {
    throw new Unreadable('HAS_DTD')
  })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && !/^utf-?8$/i.test(encoding)) throw new Unreadable('HAS_DTD')
  })
  parser.on('opentagstart', () => {
    attributes = 0
  })
  parser.on('attribute', () => {
    if (++attributes > MOST_ATTRIBUTES) throw new Unreadable('TOO_LARGE_INSIDE')
  })
  parser.on('opentag', (tag) => {
    heard()
    if (++depth > DEEPEST) throw new Unreadable('TOO_LARGE_INSIDE')
    handlers.open?.(plainName(tag.name), tag.attributes)
  })
  parser.on('closetag', (tag) => {
    heard()
    depth--
    handlers.close?.(plainName(tag.name))
  })
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))

  const decoder = new TextDecoder('utf-8', { fatal: true })
  let bytes = 0
  const stream = await zip.openReadStreamPromise(entry)
  for await (const chunk of stream) {
    bytes += chunk.length
    silent += chunk.length
    if (isTooLarge(entry, bytes, limits)) throw new Unreadable('TOO_LARGE_INSIDE')
    parser.write(decoder.decode(chunk, { stream: true }))
    // A run without a tag: an endless text, attribute, comment or DTD.
    if (silent > LONGEST_TOKEN) throw new Unreadable('TOO_LARGE_INSIDE')
    yield bytes / Math.max(1, entry.uncompressedSize)
  }
  parser.write(decoder.decode())
  parser.close()
  yield 1
}

/** `bytes`: inflated so far, or the size that the archive declares. */
const isTooLarge = ({ compressedSize }, bytes, limits) =>
  bytes > limits.inflated || (bytes > FREE_INFLATION && bytes > compressedSize * MOST_INFLATION)

/** Parses a part to its end. A declared size is a promise that the archive reader checks, so a zip bomb is refused before it is inflated. */
export async function parseWhole(zip, entry, limits, handlers) {
  if (isTooLarge(entry, entry.uncompressedSize, limits)) throw new Unreadable('TOO_LARGE_INSIDE')
  for await (const _ of parse(zip, entry, limits, handlers));
}
