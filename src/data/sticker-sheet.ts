import type { Machine } from '#contract/machines.ts'
import { site } from '#contract/system.ts'
import { paperFontFor } from '#documents/fonts.ts'
import { stickerAddress } from '#domain/machines/sticker-address.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { paperFonts } from './paper-fonts.ts'

type StickerWords = { scan: string; hint: string }

type StickerSheet = { state: 'made'; pdf: Blob } | { state: 'font-missing' }

/** Stickers of these machines as a PDF, ten per page, created on this device. */
export async function stickerSheetOf(
  machines: readonly Pick<Machine, 'name' | 'token'>[],
  labels: StickerWords,
  language: string,
): Promise<StickerSheet> {
  const [{ stickerSheet }, origin] = await Promise.all([import('#documents/sticker-sheet.ts'), publicOrigin()])
  const stickers = machines.map(({ name, token }) => ({ url: stickerAddress(origin, token), machineName: name, labels }))
  const fonts = await paperFonts(paperFontFor(language, [labels.scan, labels.hint, ...machines.map(({ name }) => name)]))
  if (!fonts) return { state: 'font-missing' }
  return { state: 'made', pdf: new Blob([stickerSheet(stickers, fonts, Date.now())], { type: 'application/pdf' }) }
}

/** The public address of this installation from the server, or the window's own origin if the server is unreachable. */
async function publicOrigin(): Promise<string> {
  const answer = await call(site, {}, { timeoutMs: 5 * SECOND })
  return answer.state === 'answered' ? answer.value.publicUrl : location.origin
}

/** The URL of one machine's sticker, as a picture to print. */
export const stickerPicture = (token: string, language: string): string =>
  `/api/public/machines/${encodeURIComponent(token)}/qr-sticker?locale=${encodeURIComponent(language)}`

/** The same on a page to print and cut out. */
export const stickerPage = (token: string, language: string): string => `${stickerPicture(token, language)}&format=pdf`
