import type { VolumeType } from '../products/product.ts'
import { plainHead } from './heads.ts'
import { numberIn } from './numbers.ts'

type Unit = readonly [type: VolumeType, times: number]

const UNITS: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ['g', ['GRAM', 1]],
  ['gr', ['GRAM', 1]],
  ['kg', ['GRAM', 1_000]],
  ['ml', ['MILLILITRE', 1]],
  ['cl', ['MILLILITRE', 10]],
  ['dl', ['MILLILITRE', 100]],
  ['l', ['MILLILITRE', 1_000]],
  ['ltr', ['MILLILITRE', 1_000]],
  ...'pcs pc pce piece pieces ea each szt sztuka sztuki stk st stck stuck un und unid unidad unidade ud uds pz pezzo pezzi cad u unite 個 本 枚 袋 缶 stuks st kpl kus ks db darab buc bucata adet шт штука blik blikje fles zak dåse flaske burk flaska tölkki pullo pussi plechovka láhev doboz üveg doză sticlă kutu şişe банка бутылка пачка 个 瓶 罐 包 盒'
    .split(' ')
    .map((name): [string, Unit] => [plainHead(name), ['PIECE', 1]]),
])

export const unitNamed = (text: string): Unit | undefined => UNITS.get(plainHead(text))

/** The unit in a header: "Volume (l)", "Gramatura [g]", "Inhalt ml". */
export function unitOfHead(head: string): Unit | undefined {
  const named = /(?:[([]\s*|\s)(\p{L}{1,3})\.?\s*[)\]]?$/u.exec(head.slice(0, 100).trim())?.[1]
  return named === undefined ? undefined : unitNamed(named)
}

/** Words for a packaging behind a volume: "0,33 l Flasche". */
const PACKED =
  /(?<=\d\s?\p{L}{1,3}\.?)[\s,/-]+(?:pet|glas|glass|(?:pet|glas|mehrweg|einweg)-?flasche|flasche|dose|tetra(?: ?pak)?|karton|beutel|tüte|riegel|bottle|can|tin|carton|bag|pouch|bar|butelka|puszka|botella|lata|brik|garrafa|bouteille|canette|brique|bottiglia|lattina|brick|ボトル|缶|ペットボトル)$/iu

const WITH_UNIT = /^([\d.,\s]*\d)\s*(\p{L}{1,3})\.?$/u

/** A volume such as 330, "0,5 l" or "330 ml", whose own unit comes first; null if it is not a whole number of its smallest unit. */
export function volumeIn(text: string, elsewhere: Unit | undefined): { volume: number; volumeType: VolumeType } | null {
  const parts = WITH_UNIT.exec(text.trim().slice(0, 40).replace(PACKED, ''))
  const own = parts?.[2] === undefined ? undefined : unitNamed(parts[2])
  if (parts && !own) return null
  const number = numberIn(parts?.[1] ?? text)
  if (number === null) return null
  const unit = own ?? elsewhere
  const volume = number * (unit?.[1] ?? 1)
  const isWhole = Math.abs(volume - Math.round(volume)) < 1e-6
  return isWhole ? { volume: Math.round(volume), volumeType: unit?.[0] ?? 'PIECE' } : null
}
