import * as v from 'valibot'
import { paperFontFor } from '#documents/fonts.ts'
import { type Sticker, stickerSvg } from '#documents/sticker.ts'
import { stickerSheet } from '#documents/sticker-sheet.ts'
import { stickerAddress } from '#domain/machines/sticker-address.ts'
import { fontsFor } from '../../files/paper-fonts.ts'
import type { AppContext } from '../../http/request-context.ts'
import { languageOf, wordsOf } from '../../languages.ts'
import { nameOnSticker } from './machines.store.ts'

const word = v.pipe(v.string(), v.minLength(1))
const Words = v.object({ sticker: v.object({ scan: word, hint: word }) })

/** Content of a machine's sticker in the language of a locale. Null if the token belongs to no machine. */
export async function stickerOf(ctx: AppContext, origin: string, token: string, locale: string): Promise<Sticker | null> {
  const machineName = await ctx.database.asSystem((db) => nameOnSticker(db, token))
  if (machineName === null) return null
  return { url: stickerAddress(origin, token), machineName, labels: wordsOf(languageOf(locale), 'stickers', Words).sticker }
}

/** A sticker as an image and as a page to print and cut out. */
export const PRINT_STICKER = {
  svg: async (sticker: Sticker) => ({ type: 'image/svg+xml; charset=utf-8', content: stickerSvg(sticker) }),
  pdf: async (sticker: Sticker, ctx: AppContext, locale: string) => {
    const { scan, hint } = sticker.labels
    const fonts = await fontsFor(paperFontFor(languageOf(locale), [scan, hint, sticker.machineName]))
    return { type: 'application/pdf', content: Buffer.from(stickerSheet([sticker], fonts, ctx.now())) }
  },
}
