import { readFile } from 'node:fs/promises'
import type { PaperFonts, PaperScript } from '#documents/fonts.ts'
import { shipped } from '../folders.ts'

/** The fonts that are embedded in a PDF. */
export async function fontsFor(script: PaperScript): Promise<PaperFonts> {
  const file = (weight: string) => readFile(shipped('public', 'fonts', `paper-${script}-${weight}.ttf`))
  return { name: script === 'latin' ? 'NotoSans' : 'BIZUDPGothic', regular: await file('regular'), bold: await file('bold') }
}
