import type { ImportKind } from '../imports.ts'
import { type FileRow, nameKey, shown } from './cell.ts'
import type { ColumnShape } from './column-shapes.ts'
import { DAY_FIELDS } from './fields.ts'
import { plainHead } from './heads.ts'
import { isInactive } from './inactive.ts'
import { numberIn } from './numbers.ts'
import { piecesIn } from './pieces.ts'
import { PACKAGING_WORDS } from './record-words.ts'
import { siteHoursIn } from './site-hours.ts'
import { unitNamed, unitOfHead, volumeIn } from './volumes.ts'
import { weekdayIn } from './weekdays.ts'

/** Headers of house numbers that name nothing else. */
const HOUSE = /haus|house|street|domu|budynku|rue|voie|exterior|civico|番地/u
/** Headers of numbers that name nothing else. */
const NUMBER = /^(?:nr|no|number|num|numer|nummer|n|nº|n°|numero|番号|№|#)$/u
/** Headers that name a status and nothing else. */
const STATUS = /status|situacao|状態|ステータス|статус/u
/** Headers of regions that may also name the state of a machine. */
const STATE = /^(?:state|estado)$/u
/** Headers that name products, or their numbers beside a description. */
const ARTICLE = /^(?:item|article|artikel|articolo|articulo|produkt|product)$/u
const DESCRIPTION = /^(?:(?:item |product )?description|beschreibung|descrizione|descripcion|descricao|opis)$/u
/** Headers of postal codes that name other codes as well. */
const CODE = /^kod$/u
/** Headers of volumes that also name the number of pieces in stock. */
const QUANTITY = /^menge$/u
/** Headers of costs that also name selling prices without tax, which have one with tax beside them. */
const NET_PRICE = /^net price$/u
const GROSS_PRICE = /^(?:gross|retail|selling|sales?) price$/u
/** Headers of packagings that name nothing else. */
const PACKAGING = /^(?:packaging|opakowanie|verpackung|envase|embalagem|emballage|confezione|容器)$/u

type Columns = {
  mapping: Record<string, number>
  byContent: string[]
  heads: readonly string[]
  sample: readonly FileRow[]
  part(column: number, of: Exclude<keyof ColumnShape, 'filled' | 'distinct' | 'most'>): number
  find(field: string, fits: (column: number) => number): void
  drop(field: string, isWrong: (column: number) => boolean): void
}

/** The columns that are named by weekdays; none if fewer than two are, or two by one day. */
function dayColumns(heads: readonly string[]): ReadonlyMap<string, number> {
  const named = heads.flatMap((head, column): [string, number][] => {
    const day = weekdayIn(head)
    return day === null ? [] : [[DAY_FIELDS[day - 1] ?? '', column]]
  })
  const columns = new Map(named)
  return columns.size >= 2 && columns.size === named.length ? columns : new Map()
}

/** Corrects the columns of machines, routes and products by their content. */
export function correctRecords(kind: ImportKind, { mapping, byContent, heads, sample, part, find, drop }: Columns): void {
  const headOf = (column: number) => plainHead(heads[column] ?? '')
  const hasOther = (column: number, isKnown: (text: string) => unknown) =>
    sample.some(({ cells }) => shown(cells[column]) !== '' && !isKnown(shown(cells[column])))
  const isDistinct = (column: number) => {
    const names = sample.map(({ cells }) => nameKey(shown(cells[column]))).filter(Boolean)
    return names.length > 0 && new Set(names).size === names.length
  }
  const hasNameOnly = (cells: FileRow['cells'], column: number) => shown(cells[column]) === '' && shown(cells[mapping.name ?? -1]) !== ''
  if (kind === 'MACHINES') {
    // The head "Location" or "Position" names addresses in some files and coordinates in others.
    drop('position', (column) => part(column, 'positions') < 0.5)
    for (const field of ['lat', 'address', 'place', 'name']) drop(field, (column) => part(column, 'positions') > 0.9)
    // A number is that of the house only behind the street. States of machines are no regions.
    drop('houseNumber', (column) => !HOUSE.test(headOf(column)) && column !== (mapping.address ?? column) + 1)
    // A number at the beginning is that of the machine.
    const first = heads.findIndex((head) => head !== '')
    if (mapping.name === undefined && NUMBER.test(headOf(first)) && !Object.values(mapping).includes(first) && isDistinct(first)) {
      mapping.name = first
      byContent.push('name')
    }
    const hasTown = mapping.town !== undefined || mapping.postalCode !== undefined
    drop('region', (column) => STATE.test(headOf(column)) && (!hasTown || hasOther(column, (text) => /^[A-Z]{2,3}$/.test(text))))
    const isPolish = (column: number) => sample.some(({ cells }) => /^\d{2}-\d{3}$/.test(shown(cells[column])))
    drop(
      'postalCode',
      (column) => CODE.test(headOf(column)) && (!isPolish(column) || hasOther(column, (text) => /^(?:\d{2}-\d{3}|\d{3,5})$/.test(text))),
    )
    // Some lists have the hours of operation as numbers.
    drop('openingHours', (column) => part(column, 'numbers') > 0.9)
    find('openingHours', (column) => (hasOther(column, (text) => /[\p{L}:]/u.test(text) && siteHoursIn(text) !== null) ? 0 : 1))
    if (mapping.lng === undefined) find('position', (column) => (part(column, 'positions') > 0.9 ? 1 : 0))
  }
  if (kind === 'MACHINES' || kind === 'PRODUCTS') {
    // Unknown codes such as A and D are asked about, but not those of columns that may contain something else.
    drop('status', (column) => {
      const isNamed = STATUS.test(headOf(column)) && part(column, 'numbers') === 0
      return (
        !isNamed &&
        sample.every(({ cells }) => shown(cells[column]) === '' || isInactive(shown(cells[column]), heads[column] ?? '') === null)
      )
    })
    // In a column of another name, each word is known.
    find('status', (column) => {
      const states = sample.map(({ cells }) => isInactive(shown(cells[column]), heads[column] ?? ''))
      return states.includes(true) && !states.includes(null) ? 1 : 0
    })
  }
  if (kind === 'ROUTES') {
    // Some files call the column of dates the day.
    drop('weekday', (column) => part(column, 'weekdays') === 0 && part(column, 'dates') > 0.5)
    find('at', (column) => (part(column, 'dates') > 0.6 ? 1 : 0))
    if (mapping.at === undefined) find('weekday', (column) => (part(column, 'weekdays') > 0.6 ? 1 : 0))
    const days = mapping.at === undefined && mapping.weekday === undefined ? dayColumns(heads) : new Map<string, number>()
    for (const field of DAY_FIELDS) {
      const column = days.get(field)
      delete mapping[field]
      if (column === undefined) continue
      for (const [other, taken] of Object.entries(mapping)) if (taken === column) delete mapping[other]
      mapping[field] = column
    }
  }
  if (kind === 'PRODUCTS') {
    const freeHead = (pattern: RegExp) =>
      heads.findIndex((head, column) => pattern.test(plainHead(head)) && !Object.values(mapping).includes(column))
    if (mapping.sku === undefined) {
      const [article, description] = [freeHead(ARTICLE), freeHead(DESCRIPTION)]
      if (article >= 0) mapping.sku = article
      else if (description >= 0 && mapping.name !== undefined && ARTICLE.test(headOf(mapping.name)))
        Object.assign(mapping, { sku: mapping.name, name: description })
    }
    // Categories such as "Salty", and units of sale such as "box" beside no volume.
    drop('packaging', (column) => !PACKAGING.test(headOf(column)) && hasOther(column, (text) => PACKAGING_WORDS.has(plainHead(text))))
    drop('case', (column) => !sample.some(({ cells }) => numberIn(piecesIn(cells[column] ?? null)) !== null))
    const unit = unitOfHead(heads[mapping.volume ?? -1] ?? '')
    const volumes = sample.flatMap(
      ({ cells }) => volumeIn(shown(cells[mapping.volume ?? -1]), unitNamed(shown(cells[mapping.unit ?? -1])) ?? unit) ?? [],
    )
    // Sizes such as 12 oz or L are no volumes.
    drop('volume', (column) =>
      QUANTITY.test(headOf(column)) ? volumes.every(({ volumeType }) => volumeType === 'PIECE') : volumes.length === 0,
    )
    drop('cost', (column) => NET_PRICE.test(headOf(column)) && heads.some((head) => GROSS_PRICE.test(plainHead(head))))
    drop('unit', (column) => mapping.volume === undefined && hasOther(column, unitNamed))
    drop('ean', (column) => part(column, 'gtins') === 0 && part(column, 'codeLike') < 0.5)
    find('ean', (column) => (part(column, 'gtins') > 0.9 ? 1 : 0))
    // Many files have bar codes for article numbers, and no other.
    if (mapping.ean === undefined && mapping.sku !== undefined && part(mapping.sku, 'gtins') > 0.9) {
      mapping.ean = mapping.sku
      byContent.push('ean')
    }
    // A bar code that only some products have is no article number.
    drop('sku', (column) => part(column, 'gtins') > 0.5 && sample.some(({ cells }) => hasNameOnly(cells, column)))
    // Many lists have no article numbers. A name that no other product has takes their place.
    const { name } = mapping
    if (mapping.sku === undefined && name !== undefined && isDistinct(name)) {
      mapping.sku = name
      byContent.push('sku')
    }
  }
}
