import { nameKey } from './cell.ts'
import type { ADDRESS_PARTS } from './fields.ts'
import { plainHead } from './heads.ts'

type Part = 'address' | (typeof ADDRESS_PARTS)[number]
type Order = 'en' | 'fr' | 'it' | 'ja' | 'pt' | 'other'

/** Headers that only one order of addresses has. */
const ORDERS: readonly (readonly [Order, RegExp])[] = [
  ['ja', /郵便番号|〒|市区町村|都道府県/u],
  ['pt', /^(?:cep|uf|bairro|cidade|municipio)$/u],
  ['it', /^(?:cap|comune|prov)$/u],
  ['fr', /^(?:code postal|ville|commune|localite)$/u],
  ['en', /^(?:zip|zip code|postcode|post code|postal code|city|town|geo city|geo zip code)$/u],
]

/** The order in which the headers' language writes an address. */
export function orderOfAddress(heads: readonly string[]): Order {
  const plain = heads.map(plainHead)
  return ORDERS.find(([, pattern]) => plain.some((head) => pattern.test(head)))?.[0] ?? 'other'
}

const joined = (between: string, ...parts: readonly string[]) => parts.filter((part) => part !== '').join(between)

/** A text as words between blanks, to find whole words in it. */
const words = (text: string) =>
  ` ${nameKey(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** What an address has behind its street, as words. A street may have the name of a town: "12 rue de Lyon". */
const behindStreet = (street: string, order: Order) => (order === 'ja' ? words(street) : words(/[,;](.*)$/su.exec(street)?.[1] ?? ''))

/** The address in several cells of a row, as one line. Parts that the street already has behind a comma are left out; null if all are empty. */
export function addressIn(cell: (part: Part) => string, { name, order }: { name: string; order: Order }): string | null {
  const street = cell('address')
  const written = behindStreet(street, order)
  // Addresses in Japanese have no blanks.
  const isWritten = (part: string) => written.includes(order === 'ja' ? words(part).trim() : words(part))
  const part = (field: Part) => {
    const text = cell(field)
    return text === '' || isWritten(text) || (field === 'place' && words(name).includes(words(text))) ? '' : text
  }
  const number = words(street).endsWith(words(cell('houseNumber'))) ? '' : cell('houseNumber')
  const [place, more] = [part('place'), joined(', ', part('address2'), part('district'))]
  const [code, town, country] = [part('postalCode'), part('town'), part('country')]
  const region = nameKey(part('region')) === nameKey(town) ? '' : part('region')
  const [before, behind] = [joined(' ', number, street), joined(' ', street, number)]
  const text = {
    en: () => joined(', ', place, before, more, town, joined(' ', region, code), country),
    fr: () => joined(', ', place, before, more, joined(' ', code, town), region, country),
    it: () => joined(', ', place, behind, more, joined(' ', code, town, region), country),
    ja: () => joined(' ', code && `〒${code.replace('〒', '')}`, joined('', country, region, town, behind), more, place),
    pt: () => joined(', ', place, joined(', ', street, number), more, joined(' - ', town, region), code, country),
    other: () => joined(', ', place, behind, more, joined(' ', code, town), region, country),
  }[order]()
  return text === '' ? null : text
}
