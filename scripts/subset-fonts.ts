/**
 * Reduces the PDF fonts to the characters that documents need. Sources: Noto Sans (npm
 * @expo-google-fonts/noto-sans) and BIZ UDPGothic (npm @expo-google-fonts/biz-udpgothic), both under the SIL Open Font License without
 * reserved names. The results and their licences are in public/fonts.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { argumentsOf } from '../server/cli/arguments.ts'

type Subset = (font: Buffer, letters: string, options: Record<string, unknown>) => Promise<Buffer>

argumentsOf('npm run fonts', {})

const require = createRequire(import.meta.url)
const subset: Subset = require('subset-font')
const folder = fileURLToPath(new URL('../public/fonts/', import.meta.url))

const letters = (...ranges: [first: number, last: number][]): string =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i))).join('')

const latin = letters([0x20, 0x7e], [0xa0, 0x17f], [0x18f, 0x18f], [0x1a0, 0x1a1], [0x1af, 0x1b0], [0x218, 0x21b], [0x1e9e, 0x1ef9])
const greekAndCyrillic = letters([0x384, 0x3ce], [0x400, 0x45f], [0x490, 0x493], [0x49a, 0x49b], [0x4a2, 0x4a3], [0x4ae, 0x4b1])
const signs = `${letters([0x2010, 0x2027], [0x2030, 0x203a], [0x20a0, 0x20bf], [0x2190, 0x2193])}№™−≈≤≥\ufffd`
const western = latin + greekAndCyrillic + signs

/** All characters of Windows-31J, the common encoding of Japan, with these first bytes. */
function windows31j(firstByte: number, lastByte: number): string {
  const decoder = new TextDecoder('shift_jis')
  const trails = Array.from({ length: 0xfd - 0x40 }, (_, i) => 0x40 + i)
  const leads = Array.from({ length: lastByte - firstByte + 1 }, (_, i) => firstByte + i)
  const pairs = leads.flatMap((lead) => trails.map((trail) => decoder.decode(new Uint8Array([lead, trail]))))
  return pairs.filter((letter) => letter.length === 1 && letter !== '\ufffd').join('')
}

// Its kanji have two levels, common ones first: 弌 begins the second.
const [everyday = '', rarer = ''] = windows31j(0x81, 0xfc).split(/(?=弌)/)
// Kanji that were later added to official lists and names.
const newer = '塡剝頰鷗'
const japanese = western + letters([0xff61, 0xff9f]) + everyday

// Bold is used for titles and numbers, so it omits the rarer kanji, which are half of the file.
const wanted = [
  { from: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf', to: 'paper-latin-regular.ttf', text: western },
  { from: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf', to: 'paper-latin-bold.ttf', text: western },
  {
    from: '@expo-google-fonts/biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf',
    to: 'paper-japanese-regular.ttf',
    text: japanese + rarer + newer,
  },
  { from: '@expo-google-fonts/biz-udpgothic/700Bold/BIZUDPGothic_700Bold.ttf', to: 'paper-japanese-bold.ttf', text: japanese },
]

// PDFs position glyphs explicitly, so hints, ligatures, kerning and vertical metrics are not needed.
const leaveOut = ['GPOS', 'GSUB', 'GDEF', 'BASE', 'STAT', 'DSIG', 'kern', 'vhea', 'vmtx', 'VORG', 'gasp', 'meta']
const options = { targetFormat: 'truetype', noHinting: true, noLayoutClosure: true, keepFeatures: [], dropTables: leaveOut }

mkdirSync(folder, { recursive: true })
for (const { from, to, text } of wanted) {
  const font = await subset(readFileSync(require.resolve(from)), text, options)
  writeFileSync(folder + to, font)
  console.log(`${to}: ${Math.round(font.length / 1024)} KB`)
}
copyFileSync(require.resolve('@expo-google-fonts/noto-sans/LICENSE_FONT'), `${folder}NotoSans-OFL.txt`)
copyFileSync(require.resolve('@expo-google-fonts/biz-udpgothic/LICENSE_FONT'), `${folder}BIZUDPGothic-OFL.txt`)
