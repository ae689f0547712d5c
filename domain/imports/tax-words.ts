import { cached } from './cached.ts'

const TAX =
  '(?:vat|tax|taxes|gst|hst|mwst|mw st|mehrwertsteuer|ust|umsatzsteuer|iva|tva|btw|moms|mva|dph|ddv|pdv|kdv|alv|afa|km|pvn|pvm|ндс|ддс|пдв|φπα)'
const WITH = '(?:inclusive of|inclusive|including|incl|inc|inklusive|inkl|ink|mit|med|m|with|con|com|avec|cu|s|z|sa|с|со|з|sis|με)'
const WITHOUT =
  '(?:exclusive of|exclusive|excluding|excl|exc|ex|exklusive|exkl|without|ohne|utan|uten|uden|u|sin|sem|senza|sans|hors|fara|bez|без|ilman|zonder|χωρις)'
const INCLUDED = '(?:included|inclusive|incl|inkl|inbegriffen|incluid[oa]|inclus[oae]?|inclusa|comprise?|dahil|ukljucen)'
const EXCLUDED = '(?:excluded|exclusive|excl|exkl|excluid[oa]|esclus[oa]|exclue?|haric|0 ?%)'

/** Words for amounts with (1, 3) or without tax (2, 4) in a header in the form of `plainTax`: "ink moms", "con iva", "kdv dahil". */
export const TAX_PHRASE = new RegExp(
  String.raw`(?<!\p{L})(?:(${WITH})|(${WITHOUT})) (?:\d+ ?% )?(?:l[ae] )?${TAX}(?!\p{L})|(?<!\p{L})${TAX} (?:\d+ ?% )?(?:(${INCLUDED})|(${EXCLUDED}))(?!\p{L})`,
  'u',
)
const EVERY_PHRASE = new RegExp(TAX_PHRASE.source, 'gu')

const MAX_LENGTH = 300

/** A header in lower case without accents and marks, with what is in brackets. */
export const plainTax: (head: string) => string = cached((head) =>
  head
    .slice(0, MAX_LENGTH)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim(),
)

/** A header in the form of `plainHead` without words for its tax: "belopp ink moms" is "belopp". */
export const withoutTax: (head: string) => string = cached((head) =>
  head
    .replaceAll(EVERY_PHRASE, ' ')
    .replaceAll(/税込み?|税抜き?|(?:不含|未|含)税/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim(),
)
