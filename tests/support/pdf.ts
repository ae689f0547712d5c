import { inflateSync } from 'node:zlib'

/** A piece of text as drawn in the PDF: the text that a reader copies, its font, and its glyphs. */
type Drawn = { text: string; font: string; sizePt: number; glyphs: number[]; x: number; y: number }
type Rectangle = { x: number; y: number; width: number; height: number }
/** `outlined` counts the shapes that are both filled and outlined. */
type PdfPage = { drawn: Drawn[]; rectangles: Rectangle[]; outlined: number; text: string }
export type Pdf = { pages: PdfPage[]; fonts: Map<string, Uint8Array>; title: string; date: string; id: string }

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

/** Reads a PDF whose texts are glyph numbers (Identity-H) with a table back to characters. Coordinates start at the lower left. */
export function readPdf(pdf: ArrayBuffer): Pdf {
  const file = latin1(new Uint8Array(pdf))
  const objects = new Map([...file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [id, body]))
  const object = (id: string | undefined) => objects.get(id ?? '') ?? ''
  const reference = (body: string, key: string) => new RegExp(`/${key} (\\d+) 0 R`).exec(body)?.[1]

  const fonts = new Map<string, Uint8Array>()
  const letters = new Map<string, Map<number, string>>()
  const names = new Map<string, string>()
  for (const [, resource = '', id] of file.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const font = object(id)
    const name = /\/BaseFont \/(\S+)/.exec(font)?.[1] ?? ''
    const descendant = object(/\/DescendantFonts \[(\d+) 0 R\]/.exec(font)?.[1])
    const embedded = reference(object(reference(descendant, 'FontDescriptor')), 'FontFile2')
    names.set(resource, name)
    if (embedded) fonts.set(name, streamOf(object(embedded)))
    letters.set(resource, lettersIn(latin1(streamOf(object(reference(font, 'ToUnicode'))))))
  }

  const pages = [...objects.values()]
    .filter((body) => /\/Type \/Page\n/.test(body))
    .map((body) => readPage(latin1(streamOf(object(reference(body, 'Contents')))), names, letters))
  return {
    pages,
    fonts,
    title: textString(/\/Title \(((?:\\[\s\S]|[^\\)])*)\)/.exec(file)?.[1] ?? ''),
    date: /\/CreationDate \(([^)]*)\)/.exec(file)?.[1] ?? '',
    id: /\/ID \[ ?<(\w+)>/.exec(file)?.[1] ?? '',
  }
}

function streamOf(body: string): Uint8Array {
  const start = body.indexOf('stream\n') + 7
  const raw = Buffer.from(body.slice(start, body.lastIndexOf('\nendstream')), 'latin1')
  if (start < 7) return new Uint8Array()
  return new Uint8Array(body.includes('/FlateDecode') ? inflateSync(raw) : raw)
}

function lettersIn(table: string): Map<number, string> {
  return new Map(
    [...table.matchAll(/^<([0-9a-f]{4})><([0-9a-f]{4})>$/gm)].map(([, glyph = '', code = '']) => [
      Number.parseInt(glyph, 16),
      String.fromCharCode(Number.parseInt(code, 16)),
    ]),
  )
}

function readPage(content: string, names: Map<string, string>, letters: Map<string, Map<number, string>>): PdfPage {
  const drawn: Drawn[] = []
  const rectangles: Rectangle[] = []
  let [font, sizePt, x, y] = ['', 0, 0, 0]
  for (const [operation] of content.matchAll(/\/F\d+ [\d.]+ Tf|-?[\d.]+ -?[\d.]+ Td|<[0-9a-f]*> Tj|(?:-?[\d.]+ ){4}re/g)) {
    const numbers = operation.split(' ').map(Number)
    if (operation.endsWith('Tf')) [font, sizePt] = [operation.slice(1, operation.indexOf(' ')), numbers[1] ?? 0]
    else if (operation.endsWith('Td')) [x, y] = [numbers[0] ?? 0, numbers[1] ?? 0]
    else if (operation.endsWith('re')) {
      const [left = 0, top = 0, width = 0, height = 0] = numbers
      rectangles.push({ x: left, y: top, width, height })
    } else {
      const glyphs = (operation.match(/[0-9a-f]{4}/g) ?? []).map((glyph) => Number.parseInt(glyph, 16))
      const text = glyphs.map((glyph) => letters.get(font)?.get(glyph) ?? '').join('')
      drawn.push({ text, glyphs, font: names.get(font) ?? '', sizePt, x, y })
    }
  }
  return { drawn, rectangles, outlined: content.match(/^B$/gm)?.length ?? 0, text: drawn.map((piece) => piece.text).join('\n') }
}

/** As PDF readers do: normalizes carriage returns in a string to line feeds, then detects the encoding by its byte order mark. */
function textString(escaped: string): string {
  const bytes = Buffer.from(escaped.replace(/\r\n?/g, '\n').replace(/\\([\s\S])/g, '$1'), 'latin1')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes[0] === 0xef && bytes[1] === 0xbb) return new TextDecoder('utf-8').decode(bytes)
  return bytes.toString('latin1')
}
