import { TextDecoder } from 'node:util'
import { LONGEST_CELL } from './archive.js'
import { Unreadable } from './unreadable.js'

/** Each record of a stream from a position on, with its type. A truncated one is left out. */
export function* recordsFrom(content, start) {
  for (let at = start; at + 4 <= content.length; ) {
    const [type, length] = [content.readUInt16LE(at), content.readUInt16LE(at + 2)]
    if (at + 4 + length > content.length) return
    yield { type, data: content.subarray(at + 4, at + 4 + length) }
    at += 4 + length
  }
}

/** Whether texts are in UTF-16 or Latin-1, as since Excel 97; before, they are in the code page of the workbook. */
export const isBiff8 = (begin) => begin.length < 2 || begin.readUInt16LE(0) >= 0x600

/** Code pages of Windows that differ from `windows-` and their number. */
const PAGES = { 874: 'windows-874', 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5', 1361: 'euc-kr', 10000: 'macintosh' }

/** The name of a code page by its number; that of Western Europe if it is unknown. */
export const pageOf = (number) => PAGES[number] ?? (number >= 1_250 && number <= 1_258 ? `windows-${number}` : 'windows-1252')

/** A text behind its number of characters, which takes one or two bytes. It ends with the record at the latest. */
export function textAt(data, at, { isWide, page }, lengthBytes) {
  if (at + lengthBytes > data.length) return ''
  const length = lengthBytes === 1 ? data[at] : data.readUInt16LE(at)
  if (length > LONGEST_CELL) throw new Unreadable('TOO_LARGE_INSIDE')
  const begin = at + lengthBytes
  // Node.js 20 decodes windows-1252 as ISO 8859-1 without `stream`.
  if (!isWide) return new TextDecoder(page).decode(data.subarray(begin, begin + length), { stream: true })
  const flags = data[begin] ?? 0
  return flags & 1 ? data.toString('utf16le', begin + 1, begin + 1 + length * 2) : data.toString('latin1', begin + 1, begin + 1 + length)
}

/** The texts that cells share. Records that continue the first one can begin within a text, whose remaining characters may have another width. */
export function sharedTexts(blocks) {
  const texts = []
  let [block, at] = [0, 8]
  const current = () => blocks[block] ?? Buffer.alloc(0)
  const skip = (bytes) => {
    let rest = bytes
    while (rest > 0 && block < blocks.length) {
      const here = Math.min(rest, current().length - at)
      ;[at, rest] = [at + here, rest - here]
      if (rest > 0) [block, at] = [block + 1, 0]
    }
  }
  for (;;) {
    while (block < blocks.length && at >= current().length) [block, at] = [block + 1, 0]
    if (at + 3 > current().length) return texts
    const data = current()
    const length = data.readUInt16LE(at)
    if (length > LONGEST_CELL) throw new Unreadable('TOO_LARGE_INSIDE')
    let flags = data[at + 2]
    at += 3
    const runs = flags & 8 && at + 2 <= data.length ? data.readUInt16LE(at) : 0
    at += flags & 8 ? 2 : 0
    const extension = flags & 4 && at + 4 <= data.length ? data.readUInt32LE(at) : 0
    at += flags & 4 ? 4 : 0
    let text = ''
    while (text.length < length && block < blocks.length) {
      const width = flags & 1 ? 2 : 1
      const here = Math.min(length - text.length, Math.floor((current().length - at) / width))
      text += current().toString(width === 2 ? 'utf16le' : 'latin1', at, at + here * width)
      at += here * width
      if (text.length === length) break
      block++
      flags = current()[0] ?? 0
      at = 1
    }
    texts.push(text)
    skip(runs * 4 + extension)
  }
}
