import { strToU8, zipSync } from 'fflate'

type HostileFile = { name: string; bytes: Buffer }

type Random = () => number

/** The same numbers for the same seed (mulberry32). */
const random = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const MB = 1024 * 1024
const WORKBOOK = '<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>'
const RELATIONS = '<Relationships><Relationship Id="r1" Type="t" Target="worksheets/sheet1.xml"/></Relationships>'

/** A workbook with one sheet and additional parts. */
export const workbook = (sheet: string | Uint8Array, more: Record<string, string | Uint8Array> = {}): Buffer => {
  const parts = { 'xl/workbook.xml': WORKBOOK, 'xl/_rels/workbook.xml.rels': RELATIONS, 'xl/worksheets/sheet1.xml': sheet, ...more }
  const bytes = Object.entries(parts).map(([path, content]) => [path, typeof content === 'string' ? strToU8(content) : content] as const)
  return Buffer.from(zipSync(Object.fromEntries(bytes), { level: 6 }))
}
const rows = (content: string) => `<worksheet><sheetData>${content}</sheetData></worksheet>`
const filled = (bytes: number, sign = 'a') => Buffer.alloc(bytes, sign).toString('latin1')

/** Declares this size for each part in the archive's directory. */
export const lying = (file: Buffer, size: number): Buffer => {
  const copy = Buffer.from(file)
  for (let at = copy.indexOf('PK\u0001\u0002'); at >= 0; at = copy.indexOf('PK\u0001\u0002', at + 4)) copy.writeUInt32LE(size, at + 24)
  return copy
}

type Make = (random: Random) => Buffer
const pick = <T>(random: Random, of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
const between = (random: Random, least: number, most: number) => Math.floor(least + random() * (most - least + 1))

/** An element with random attribute order, quotes, prefixes and whitespace. */
const tag = (random: Random, name: string, attributes: Record<string, string>, content: string): string => {
  const [quote, space] = [pick(random, ['"', "'"]), pick(random, [' ', '\t', '\n', '  \t'])]
  const prefix = pick(random, ['', '', 'x:'])
  const attributeText = Object.entries(attributes)
    .toSorted(() => random() - 0.5)
    .map(([key, value]) => `${space}${key}${pick(random, ['', ' '])}=${quote}${value}${quote}`)
  return `<${prefix}${name}${attributeText.join('')}>${content}</${prefix}${name}>`
}

const MAKERS: Record<string, Make> = {
  'a zip bomb as sheet': (r) => workbook(new Uint8Array(between(r, 5, 60) * MB).fill(pick(r, [32, 0, 97]))),
  'a zip bomb as shared texts': (r) => workbook(rows(''), { 'xl/sharedStrings.xml': new Uint8Array(between(r, 5, 60) * MB) }),
  'a bomb of tags': (r) => workbook(rows(pick(r, ['<row/>', '<a/>', '<c/>', '<row><c/></row>']).repeat(between(r, 1, 20) * 100_000))),
  'a bomb of shared texts': (r) =>
    workbook(rows('<row r="1"/>'), { 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(between(r, 1, 8) * 500_000)}</sst>` }),
  'a bomb of styles': (r) =>
    workbook(rows('<row r="1"/>'), {
      'xl/styles.xml': `<styleSheet><cellXfs>${'<xf/>'.repeat(between(r, 1, 8) * 300_000)}</cellXfs></styleSheet>`,
    }),
  'a bomb of short texts': (r) =>
    workbook(rows('<row r="1"/>'), { 'xl/sharedStrings.xml': `<sst>${'<si><t>a</t></si>'.repeat(between(r, 1, 4) * 500_000)}</sst>` }),
  'a bomb of formats': (r) =>
    workbook(rows('<row r="1"/>'), {
      'xl/styles.xml': `<styleSheet><numFmts>${'<numFmt numFmtId="200" formatCode="0"/>'.repeat(between(r, 1, 4) * 300_000)}</numFmts></styleSheet>`,
    }),
  'a bomb that lies about its size': (r) => lying(workbook(new Uint8Array(between(r, 5, 40) * MB)), between(r, 0, 5_000)),
  'a row far below': (r) =>
    workbook(
      rows(
        tag(
          r,
          'row',
          { r: String(pick(r, [1_048_576, 99_999_999, 2 ** 31, 4_294_967_296])), spans: '1:1' },
          tag(r, 'c', { r: 'A1048576', t: 'n' }, '<v>1</v>'),
        ),
      ),
    ),
  'many rows far apart': (r) =>
    workbook(
      rows(
        Array.from({ length: 5_000 }, (_, n) => tag(r, 'row', { r: String((n + 1) * 209) }, `<c r="A${(n + 1) * 209}"><v>1</v></c>`)).join(
          '',
        ),
      ),
    ),
  'rows that go back': (r) => workbook(rows(['9', '3'].map((n) => tag(r, 'row', { r: n }, `<c r="A${n}"><v>1</v></c>`)).join(''))),
  'rows of no number': (r) =>
    workbook(rows(tag(r, 'row', { r: pick(r, ['-1', 'x', '1e9', '0', 'Infinity', '0x10000000']) }, '<c r="A1"><v>1</v></c>'))),
  'a cell far out': (r) =>
    workbook(rows(`<row r="1">${tag(r, 'c', { r: pick(r, ['XFD1', 'ZZZZZZ1', 'AAAAAAAAAAAAAAAA1', 'QQ1']), t: 'n' }, '<v>1</v>')}</row>`)),
  'an endless row': (r) => workbook(rows(`<row r="1">${'<c><v>1</v></c>'.repeat(between(r, 1, 30) * 10_000)}</row>`)),
  'a huge inline text': (r) =>
    workbook(rows(`<row r="1">${tag(r, 'c', { r: 'A1', t: 'inlineStr' }, `<is><t>${filled(between(r, 1, 15) * MB)}</t></is>`)}</row>`)),
  'a huge value': (r) =>
    workbook(
      rows(
        `<row r="1">${tag(r, 'c', { r: 'A1', t: pick(r, ['str', 'n', 's', 'd', 'b']) }, `<v>${filled(between(r, 1, 10) * MB, pick(r, ['1', 'a']))}</v>`)}</row>`,
      ),
    ),
  'a huge text of pieces': (r) =>
    workbook(rows(`<row r="1"><c r="A1" t="inlineStr"><is>${'<r><t>abcdefghij</t></r>'.repeat(between(r, 5, 60) * 1_000)}</is></c></row>`)),
  'a long text that many cells share': (r) =>
    workbook(rows(`<row>${'<c t="s"><v>0</v></c>'.repeat(between(r, 1, 250))}</row>`.repeat(10_000)), {
      'xl/sharedStrings.xml': `<sst><si><t>${filled(32_000)}</t></si></sst>`,
    }),
  'a huge shared text': (r) =>
    workbook(rows('<row r="1"><c t="s"><v>0</v></c></row>'), {
      'xl/sharedStrings.xml': `<sst><si><t>${filled(between(r, 1, 10) * MB)}</t></si></sst>`,
    }),
  'a huge attribute': (r) => workbook(rows(tag(r, 'row', { r: '1', x: filled(between(r, 1, 10) * MB) }, ''))),
  'thousands of attributes': (r) =>
    workbook(rows(`<row ${Array.from({ length: between(r, 100, 20_000) }, (_, n) => `a${n}="1"`).join(' ')}/>`)),
  'a huge name': (r) => workbook(rows(`<${filled(between(r, 1, 6) * MB)}/>`)),
  'a huge comment': (r) => workbook(rows(`<!--${filled(between(r, 1, 12) * MB)}-->`)),
  'a huge instruction': (r) => workbook(rows(`<?x ${filled(between(r, 1, 12) * MB)}?>`)),
  'a huge CDATA': (r) => workbook(rows(`<row r="1"><c t="str"><v><![CDATA[${filled(between(r, 1, 10) * MB)}]]></v></c></row>`)),
  'depth without end': (r) => workbook(rows('<a>'.repeat(between(r, 100, 200_000)))),
  'an external entity': (r) =>
    workbook(
      `<!DOCTYPE x [<!ENTITY a ${pick(r, ['SYSTEM "file:///etc/passwd"', 'SYSTEM "http://127.0.0.1/"', '"b"', 'PUBLIC "p" "file:///dev/zero"'])}>]>${rows('<row r="1"><c t="str"><v>&a;</v></c></row>')}`,
    ),
  'entities of entities': (r) =>
    workbook(
      `<!DOCTYPE x [${Array.from({ length: between(r, 5, 12) }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('')}<!ENTITY e0 "ha">]>${rows('<row r="1"><c t="str"><v>&e5;</v></c></row>')}`,
    ),
  'a DTD without end': (r) => workbook(`<!DOCTYPE x [${filled(between(r, 1, 8) * MB, ' ')}`),
  'an entity without a DTD': (r) =>
    workbook(rows(`<row r="1"><c t="str"><v>&${pick(r, ['a', 'nbsp', '#xFFFFFFFF', '#0', filled(100_000)])};</v></c></row>`)),
  'a DTD in another encoding': (r) =>
    workbook(Buffer.from(`<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE x>${rows('')}`, pick(r, ['utf16le', 'utf16le', 'latin1']))),
  'another encoding': (r) =>
    workbook(
      `<?xml version="1.0" encoding=${pick(r, ['"UTF-7"', "'utf-32'", '"EBCDIC-CP-US"', '"ISO-8859-1"'])}?>${rows('<row r="1"><c><v>1</v></c></row>')}`,
    ),
  'bytes that are no UTF-8': (r) =>
    workbook(
      Buffer.concat([
        Buffer.from('<worksheet><sheetData><row r="1"><c t="str"><v>'),
        Buffer.from([pick(r, [0xff, 0xc0, 0xed, 0x80]), 0xa0, 0x80]),
        Buffer.from('</v></c></row></sheetData></worksheet>'),
      ]),
    ),
  'broken XML': (r) =>
    workbook(
      rows(
        pick(r, [
          '<row r="1"><c></row>',
          '<row r=1/>',
          '<row r="1" r="2"/>',
          '<row r="1"><c r="A1"',
          '<<<>>>',
          '<row r="1">&</row>',
          ']]>',
          '\u0000',
        ]),
      ),
    ),
  'an encrypted archive': (r) => {
    const whole = workbook(rows('<row r="1"><c><v>1</v></c></row>'.repeat(50)))
    for (const [mark, flags] of [
      ['PK\u0001\u0002', 8],
      ['PK\u0003\u0004', 6],
    ] as const)
      for (let at = whole.indexOf(mark); at >= 0; at = whole.indexOf(mark, at + 4)) whole.writeUInt16LE(pick(r, [1, 0x41]), at + flags)
    return whole
  },
  'an encrypted workbook': (r) =>
    Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      Buffer.from('EncryptionInfo\u0000EncryptedPackage', 'utf16le'),
      Buffer.from(Array.from({ length: between(r, 500, 20_000) }, () => between(r, 0, 255))),
    ]),
  'macros and no rows': (r) =>
    workbook(rows(''), {
      '[Content_Types].xml':
        '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
      'xl/vbaProject.bin': new Uint8Array(between(r, 1, 40) * MB),
    }),
  'cells far apart': (r) =>
    workbook(
      rows(
        Array.from({ length: 400 }, (_, n) =>
          tag(r, 'row', { r: String(n + 1), spans: '1:16384', ht: '15' }, tag(r, 'c', { r: `XFD${n + 1}`, s: '0', t: 'n' }, '<v>1</v>')),
        ).join(''),
      ),
    ),
  'an archive in an archive': (r) =>
    Buffer.from(
      zipSync(
        { 'a.zip': new Uint8Array(workbook(new Uint8Array(between(r, 1, 20) * MB))), 'b.xlsx': new Uint8Array(workbook(rows(''))) },
        { level: 0 },
      ),
    ),
  'an archive as its sheet': () => workbook(new Uint8Array(workbook(rows('<row r="1"><c><v>1</v></c></row>')))),
  'thousands of parts': (r) =>
    Buffer.from(
      zipSync(Object.fromEntries(Array.from({ length: between(r, 2_100, 4_000) }, (_, n) => [`xl/worksheets/a${n}.xml`, strToU8('')])), {
        level: 0,
      }),
    ),
  'a sheet that lies elsewhere': (r) =>
    workbook(rows('').slice(0, between(r, 5, 20)), {
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Target="${pick(r, ['../../../../etc/passwd', 'http://127.0.0.1/x', '/proc/self/environ', 'file:///etc/passwd'])}"/></Relationships>`,
    }),
  'shared texts that are not there': (r) =>
    workbook(rows(`<row r="1"><c t="s"><v>${pick(r, ['5', '-1', '1e300', 'NaN', '', '99999999999'])}</v></c></row>`)),
  'values that are none': (r) =>
    workbook(
      rows(
        `<row r="1">${tag(r, 'c', { t: pick(r, ['e', 'd', 'n', 'zz']), s: pick(r, ['-1', '999999999', 'x']) }, `<v>${pick(r, ['1e999', '', 'NaN', '-'])}</v>`)}</row>`,
      ),
    ),
  'an archive that is cut off': (r) => {
    const whole = workbook(rows('<row r="1"><c><v>1</v></c></row>'.repeat(50)))
    return whole.subarray(0, between(r, 4, whole.length - 1))
  },
  'an archive with other bytes in it': (r) => {
    const whole = workbook(rows('<row><c><v>1</v></c></row>'.repeat(2_000)))
    for (let n = between(r, 10, 200); n > 0; n--) whole[between(r, 4, whole.length - 1)] = between(r, 0, 255)
    return whole
  },
  'no archive after all': (r) =>
    Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.from(Array.from({ length: between(r, 0, 5_000) }, () => between(r, 0, 255)))]),
  'bytes of anything': (r) => Buffer.from(Array.from({ length: between(r, 1, 20_000) }, () => between(r, 0, 255))),
  'another kind of file': (r) =>
    Buffer.concat([
      Buffer.from(
        pick(r, ['%PDF-1.7\n', '\u0089PNG\r\n', '\u00d0\u00cf\u0011\u00e0', 'MZ', '\u007fELF', 'GIF89a', '\u001f\u008b\b']),
        'latin1',
      ),
      Buffer.alloc(between(r, 10, 100_000)),
    ]),
  'one endless word': (r) => Buffer.alloc(between(r, 1, 2) * MB, pick(r, ['a', ' ', 'ż'])),
  'nothing but separators': (r) => Buffer.alloc(between(r, 1, 2) * MB, pick(r, [',', ';', '\t', '|'])),
  'nothing but line breaks': (r) => Buffer.alloc(between(r, 1, 2) * MB, pick(r, ['\n', '\r\n'])),
  'too many lines': (r) => Buffer.from(pick(r, ['a\n', 'a;b\n']).repeat(between(r, 100_000, 400_000))),
  'a quote that never ends': (r) => Buffer.from(`a;"${filled(between(r, 1, 2) * MB, pick(r, ['a', '\n', ';']))}`),
  'nothing but quotes': (r) => Buffer.alloc(between(r, 1, 2) * MB, '"'),
}

/** Number of kinds of hostile files. */
export const HOSTILE_KINDS = Object.keys(MAKERS).length

/** This many hostile files, evenly distributed over the kinds, always the same for the same seed. */
export function* hostileFiles(count: number, seed: number): Generator<HostileFile> {
  const kinds = Object.entries(MAKERS)
  for (let n = 0; n < count; n++) {
    const [name, make] = kinds[n % kinds.length] as [string, Make]
    yield { name: `${name} (${n})`, bytes: make(random(seed * 100_003 + n)) }
  }
}
