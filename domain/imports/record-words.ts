import type { MachineType } from '../machines/machine.ts'
import type { Packaging } from '../products/product.ts'
import { plainHead } from './heads.ts'

const words = <T extends string>(known: Record<T, readonly string[]>): ReadonlyMap<string, T> =>
  new Map(
    (Object.entries(known) as [T, readonly string[]][]).flatMap(([value, names]) =>
      [value, ...names].map((name) => [plainHead(name), value] as const),
    ),
  )

/** Words for types of machines, in the form of `plainHead`. */
export const MACHINE_WORDS = words<MachineType>({
  COFFEE: [
    'coffee',
    'coffee machine',
    'kaffeeautomat',
    'máquina de café',
    'machine à café',
    'macchina da caffè',
    'コーヒー自販機',
    'hot drinks',
    'hot',
    'kawa',
    'kawowy',
    'napoje gorące',
    'kaffee',
    'heißgetränke',
    'café',
    'cafe',
    'caffè',
    'gorące napoje',
    'heißgetränkeautomat',
    'warmgetränke',
    'boissons chaudes',
    'bebidas calientes',
    'bebidas quentes',
    'bevande calde',
    'カップ式',
    'コーヒー',
  ],
  SNACK: [
    'snack',
    'snacks',
    'snack machine',
    'snackautomat',
    'przekąskowy',
    'máquina de snacks',
    'machine à snacks',
    'macchina snack',
    'スナック自販機',
    'combi',
    'combo',
    'cold drinks',
    'can',
    'przekąski',
    'vendingowy',
    'kombi',
    'kaltgetränke',
    'merienda',
    'spuntini',
    'zimne napoje',
    'napoje zimne',
    'kaltgetränkeautomat',
    'kombiautomat',
    'verpflegungsautomat',
    'boissons froides',
    'mixte',
    'bebidas frías',
    'bebidas frias',
    'bevande fredde',
    'combinato',
    '飲料',
    '飲料自販機',
    '食品自販機',
    'スナック',
  ],
})
/** Words for packagings, in the form of `plainHead`. */
export const PACKAGING_WORDS = words<Packaging>({
  PIECE: ['piece', 'snack', 'bar', 'sztuka', 'szt', 'stück', 'pieza', 'pezzo', 'pièce'],
  CAN: ['can', 'puszka', 'dose', 'lata', 'lattina', 'canette'],
  BOTTLE: ['bottle', 'butelka', 'flasche', 'botella', 'garrafa', 'bottiglia', 'bouteille'],
  COFFEE: ['coffee', 'hot drink', 'kawa', 'napój gorący', 'kaffee', 'heißgetränk', 'café', 'caffè'],
  INGREDIENT: ['ingredient', 'składnik', 'zutat', 'ingrediente', 'ingrédient'],
})
