import { jsPDF } from 'jspdf'
import type { PaperFonts } from './fonts.ts'
import type { Colour, Pen, Wording } from './ink.ts'
import { printable, spelled } from './printable.ts'

/** An A4 portrait document in millimetres. Its pen uses bold only for letters that the bold font has; rare kanji exist in regular only. */
export type Paper = Pen & {
  doc: jsPDF
  write(
    wording: Wording,
    xMm: number,
    baselineMm: number,
    ink: { sizePt: number; colour: Colour; align?: 'left' | 'center' | 'right' },
  ): void
}

/** The content determines the document's identity and `printedAtMs` (since 1970) its date, so the same input produces the same bytes. */
export function openPaper(fonts: PaperFonts, title: string, printedAtMs: number, content: unknown): Paper {
  const doc = new jsPDF({ unit: 'mm', format: 'a4', compress: true, putOnlyUsedFonts: true })
  doc.setLineHeightFactor(1.22)
  doc.setCreationDate(pdfDate(printedAtMs))
  doc.setFileId(fingerprint(JSON.stringify([title, printedAtMs, content])))
  doc.setProperties({ title: pdfText(printable(title)) })
  const regular = addFace(doc, `${fonts.name}-Regular`, fonts.regular)
  const bold = addFace(doc, `${fonts.name}-Bold`, fonts.bold)
  return {
    doc,
    word(text, weight) {
      const clean = printable(text)
      const inBold = spelled(clean, bold.has)
      const inRegular = spelled(clean, regular.has)
      return weight === 'bold' && inBold === inRegular ? { text: inBold, face: bold.name } : { text: inRegular, face: regular.name }
    },
    widthOf({ text, face }, sizePt) {
      doc.setFont(face, 'normal')
      doc.setFontSize(sizePt)
      return doc.getTextWidth(text)
    },
    write({ text, face }, xMm, baselineMm, { sizePt, colour, align = 'left' }) {
      doc.setFont(face, 'normal')
      doc.setFontSize(sizePt)
      doc.setTextColor(...colour)
      doc.text(text, xMm, baselineMm, { align })
    },
  }
}

function addFace(doc: jsPDF, name: string, font: Uint8Array) {
  doc.addFileToVFS(name, binaryString(font))
  doc.addFont(name, name, 'normal')
  doc.setFont(name, 'normal')
  // jsPDF drops a letter that its font lacks and everything after it below U+0100, so check for it first.
  const glyphs: Record<number, number> = doc.getFont().metadata.cmap.unicode.codeMap
  return { name, has: (codePoint: number) => codePoint <= 0xffff && Boolean(glyphs[codePoint]) }
}

function binaryString(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
  return parts.join('')
}

/**
 * jsPDF writes UTF-16 without escaping carriage returns (one byte of č or 不), and readers change those, so such a title is written as
 * UTF-8.
 */
function pdfText(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))
  const wouldBreak = units.some((unit) => unit > 0xff) && units.some((unit) => (unit & 0xff) === 0x0d)
  return wouldBreak ? `\u00ef\u00bb\u00bf${utf8(text)}` : text
}

const utf8 = (text: string) => encodeURIComponent(text).replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** jsPDF refuses years after 2037. */
const LAST_DATE_MS = Date.UTC(2037, 11, 31)
const pdfDate = (ms: number) =>
  `D:${new Date(Math.min(Math.max(ms, 0), LAST_DATE_MS)).toISOString().slice(0, 19).replace(/\D/g, '')}+00'00'`

/** 32 hex digits that identify the document; not a secret. */
function fingerprint(text: string): string {
  const lane = (seed: number) => {
    let hash = 0x811c9dc5 ^ seed
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193 + seed * 2)
    return (hash >>> 0).toString(16).padStart(8, '0')
  }
  return [0, 1, 2, 3].map((seed) => lane(seed * 0x9e3779)).join('')
}
