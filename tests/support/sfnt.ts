type FontFile = {
  /** 0 if no glyph draws this character. */
  glyphOf(letter: string): number
  outlineBytes(glyph: number): number
  /** In ems. */
  widthOf(glyph: number): number
}

/** Reads the tables of a TrueType file. */
export function readFont(font: Uint8Array): FontFile {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const tables = new Map<string, number>()
  for (let i = 0; i < view.getUint16(4); i++) {
    const at = 12 + i * 16
    tables.set(String.fromCharCode(...font.subarray(at, at + 4)), view.getUint32(at + 8))
  }
  const table = (tag: string): number => {
    const at = tables.get(tag)
    if (at === undefined) throw new Error(`no ${tag} table`)
    return at
  }
  const glyphs = readSegments(view, segmentsIn(view, table('cmap')))
  const longOffsets = view.getInt16(table('head') + 50) === 1
  const offset = (glyph: number) =>
    longOffsets ? view.getUint32(table('loca') + glyph * 4) : view.getUint16(table('loca') + glyph * 2) * 2
  const lastWidth = view.getUint16(table('hhea') + 34) - 1
  return {
    glyphOf: (letter) => glyphs.get(letter.codePointAt(0) ?? 0) ?? 0,
    outlineBytes: (glyph) => offset(glyph + 1) - offset(glyph),
    widthOf: (glyph) => view.getUint16(table('hmtx') + 4 * Math.min(glyph, lastWidth)) / view.getUint16(table('head') + 18),
  }
}

function segmentsIn(view: DataView, cmap: number): number {
  for (let i = 0; i < view.getUint16(cmap + 2); i++) {
    const at = cmap + view.getUint32(cmap + 4 + i * 8 + 4)
    if (view.getUint16(at) === 4) return at
  }
  throw new Error('no character map in format 4')
}

function readSegments(view: DataView, at: number): Map<number, number> {
  const glyphs = new Map<number, number>()
  const double = view.getUint16(at + 6)
  for (let i = 0; i < double; i += 2) {
    const last = view.getUint16(at + 14 + i)
    const first = view.getUint16(at + 16 + double + i)
    const delta = view.getUint16(at + 16 + 2 * double + i)
    const rangeAt = at + 16 + 3 * double + i
    const range = view.getUint16(rangeAt)
    for (let code = first; code <= last && code < 0xffff; code++) {
      const raw = range === 0 ? code : view.getUint16(rangeAt + range + 2 * (code - first))
      const glyph = range !== 0 && raw === 0 ? 0 : (raw + delta) & 0xffff
      if (glyph !== 0) glyphs.set(code, glyph)
    }
  }
  return glyphs
}
