import type { PaperFonts, PaperScript } from '#documents/fonts.ts'
import { SECOND } from '#domain/time.ts'
import { download } from '#offline/api-client.ts'

/** The fonts for a PDF; null if they are not on this device and cannot be fetched now. */
export async function paperFonts(script: PaperScript): Promise<PaperFonts | null> {
  const [regular, bold] = await Promise.all(['regular', 'bold'].map((weight) => fontFile(`/fonts/paper-${script}-${weight}.ttf`)))
  return regular && bold ? { name: script === 'latin' ? 'NotoSans' : 'BIZUDPGothic', regular, bold } : null
}

async function fontFile(address: string): Promise<Uint8Array | null> {
  const file = await download(address, 'font/ttf', 60 * SECOND)
  return file.state === 'answered' ? new Uint8Array(await file.value.arrayBuffer()) : null
}
