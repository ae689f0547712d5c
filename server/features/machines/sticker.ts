import * as v from 'valibot'
import { stickerAddress } from '#domain/machines/sticker-address.ts'
import { stickerSvg } from '#domain/paper/sticker.ts'
import type { House } from '../../http/caller.ts'
import { languageOf, wordsOf } from '../../languages.ts'
import { nameOnSticker } from './machines.store.ts'

const word = v.pipe(v.string(), v.minLength(1))
const Words = v.object({ sticker: v.object({ scan: word, hint: word }) })

/** A machine's sticker as an SVG file, in the language of a locale. Null where the token is of no machine. */
export async function printSticker(house: House, origin: string, token: string, locale: string): Promise<string | null> {
  const machineName = await house.database.asHouse((db) => nameOnSticker(db, token))
  if (machineName === null) return null
  return stickerSvg({ url: stickerAddress(origin, token), machineName, labels: wordsOf(languageOf(locale), 'stickers', Words).sticker })
}
