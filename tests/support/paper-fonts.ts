import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { PaperFonts, PaperScript } from '#documents/fonts.ts'

/** The shipped fonts, as phone and server load them. */
export function paperFonts(script: PaperScript): PaperFonts {
  const file = (weight: string) =>
    new Uint8Array(readFileSync(fileURLToPath(new URL(`../../public/fonts/paper-${script}-${weight}.ttf`, import.meta.url))))
  return { name: script === 'latin' ? 'NotoSans' : 'BIZUDPGothic', regular: file('regular'), bold: file('bold') }
}
