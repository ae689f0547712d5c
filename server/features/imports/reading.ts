import type { ImportPreview } from '#contract/import-preview.ts'
import { areSums, isPriceHead, pieceOf, scaleOf, taxOfHead } from '#domain/imports/amounts.ts'
import type { Cell } from '#domain/imports/cell.ts'
import type { PartsRead } from '#domain/imports/column-shapes.ts'
import { FIELDS } from '#domain/imports/fields.ts'
import { plainHead, unclearHeads } from '#domain/imports/heads.ts'
import { likelyKind } from '#domain/imports/likely-kind.ts'
import { machineBeside, machineTitled } from '#domain/imports/machine-lines.ts'
import { decimalOf } from '#domain/imports/numbers.ts'
import { kindColumns } from '#domain/imports/payout-rows.ts'
import { type Understanding, understand } from '#domain/imports/recognise.ts'
import { zoneInText, zoneNameOfHead, zoneOfHead } from '#domain/imports/zones.ts'
import type { ImportDoubt, ImportKind, SaleState } from '#domain/imports.ts'
import { decimalsOf } from '#domain/money.ts'
import { echoed, type ReadingWays } from '../../files/read-rows.ts'
import type { Line, Sheets, Unreadable } from '../../files/read-table.ts'
import type { ImportSource } from './import-source.ts'
import { type Known, knownTo } from './known.ts'
import type { Exactness } from './known-sales.ts'
import { linesJoined } from './lines.ts'
import { rememberedMapping, savedMappings } from './mappings.store.ts'
import { datesOf } from './read-dates.ts'
import { otherCurrencyOf } from './row-currency.ts'
import { hasSigns, Seen } from './seen.ts'

/** How to read a file, and what was detected in it. */
export type Reading = {
  understanding: Understanding
  /** Another kind that the header names. */
  likely: ImportKind | null
  ways: ReadingWays
  /** Empty if the file has no headers. */
  mappingKey: string
  exactness: Exactness
  idHead: string | null
  firstRows: { number: number; cells: string[] }[]
  sample: string[][]
  headerNumber: number | null
  dates: ImportPreview['dates']
  readings: ImportPreview['readings']
  decimal: ImportPreview['decimal']
  saved: ImportPreview['saved']
  doubts: { doubt: ImportDoubt; text: string; rows: number[] }[]
  inMinor: boolean
  shownInMinor: boolean | null
  unitPrice: boolean
  shownUnitPrice: boolean | null
  states: ImportPreview['states']
  stateOf(cells: readonly Cell[]): SaleState
  sheets: Sheets | null
  /** Headings of columns that are not imported. */
  leftOut: string[]
  /** A postal code with the zeros that it has certainly lost. */
  postalCodeOf(code: string, country: string): string
  /** Machines are named on lines above their sales. `first`: the one named above the headers. */
  machineLines: { first: string | null } | null
  /** Machines are named by parts of their cells. */
  machineParts: PartsRead | null
  /** The machine is written only in the first of its rows. */
  isMachineWrittenOnce: boolean
  /** The date is written above its rows, or only in the first of them. */
  isDateAbove: boolean
  /** The rows are totals or refills, which are not recorded as sales. */
  isHeld: boolean
  /** Rows with more cells than headers have values in shifted columns. */
  mostCells: number | null
}

/** Headers and columns are detected from this many rows. */
const BEGINNING = 230
const FIRST_ROWS = 20
const SAMPLE = 5
const SHOWN_COLUMNS = 60
const MAX_STATES = 60
/** Reads a file once to detect its headers, its columns, and properties that depend on all rows. */
export async function readingOf(brought: ImportSource): Promise<Reading | Unreadable> {
  const { kind, choices, company, inDb, now, ways } = brought
  const lines = linesJoined(kind, brought.lines)
  const { known, saved } = await inDb(async (db) => ({ known: await knownTo(db, company), saved: await savedMappings(db, company, kind) }))
  const names = { machines: new Set(known.machines.keys()), products: new Set(known.products.keys()) }
  let beginning: Line[] = []
  let seen: Seen | null = null
  let mappingKey = ''
  let likely: ImportKind | null = null
  const begin = async () => {
    const header =
      choices.header === undefined
        ? undefined
        : choices.header === null
          ? null
          : beginning.findIndex(({ number }) => number === choices.header)
    const options = {
      known: names,
      withMachines: choices.fixed?.machine === undefined,
      currency: ways.currency,
      ...(header === undefined || (header !== null && header < 0) ? {} : { header }),
    }
    const proposed = understand(beginning, kind, options)
    if (kind === 'MACHINES') likely = likelyKind(beginning)
    // All files without headers look alike, so a mapping for one does not apply to another.
    mappingKey = proposed.heads.some(Boolean) ? proposed.heads.map(plainHead).join('|').slice(0, 4_000) : ''
    const mapping = choices.mapping ?? (mappingKey ? await inDb((db) => rememberedMapping(db, company, kind, mappingKey)) : null)
    const understanding = mapping ? understand(beginning, kind, { ...options, mapping }) : proposed
    if (choices.fixed?.type !== undefined) understanding.paidBy = []
    const otherCurrency = choices.ownCurrency ? () => null : otherCurrencyOf(understanding, ways.currency)
    seen = new Seen(kind, understanding, beginning, { ...known, ...names, currency: ways.currency, otherCurrency })
    for (const line of beginning) seen.see(line)
  }
  const first: Line[] = []
  const unreadable = await lines(async (batch) => {
    if (first.length < BEGINNING) first.push(...batch.slice(0, BEGINNING - first.length))
    if (seen) {
      for (const line of batch) {
        const next = brought.pace.turn()
        if (next) await next
        seen.see(line)
      }
    } else {
      beginning.push(...batch)
      if (beginning.length >= BEGINNING) await begin()
    }
    return true
  })
  if (unreadable) return unreadable
  if (!seen) await begin()
  beginning = []
  return readingFrom(seen as unknown as Seen, { brought, known, saved, mappingKey, first })

  function readingFrom(
    seen: Seen,
    of: { brought: ImportSource; known: Known; saved: Reading['saved']; mappingKey: string; first: Line[] },
  ): Reading {
    const found = seen.understanding
    const { list } = brought.sheets() ?? {}
    const isRepeated = (column: number | undefined) => list !== undefined && column !== undefined && !list.within.includes(column)
    const hasListAmounts = list !== undefined && list.repeated > 0 && isRepeated(found.mapping.amount)
    const repeatsTotals =
      seen.repeatsTotals() ||
      (hasListAmounts && found.mapping.price !== undefined && !isRepeated(found.mapping.price) && choices.mapping === undefined)
    if (repeatsTotals) {
      // The total of a payment is repeated on each of its lines, and the lines have their own prices.
      const { amount: _, price, ...others } = found.mapping
      if (price !== undefined) found.mapping = { ...others, amount: price }
    }
    const head = (field: string) => (found.mapping[field] === undefined ? '' : (found.heads[found.mapping[field]] ?? ''))
    const { mark, doubt: markDoubt } = decimalOf(seen.numbers, decimalsOf(ways.currency))
    const data = of.first.filter((line) => seen.isData(line))
    const sales = kind === 'SALES'
    const doubts: Reading['doubts'] = []
    const doubted = (doubt: ImportDoubt, text: string | number = '', rows: number[] = []) =>
      doubts.push({ doubt, text: echoed(String(text)), rows })

    const scale = scaleOf(seen.amounts, { currency: ways.currency, decimals: decimalsOf(ways.currency), price: of.known.price })
    const hasScale = !found.inMinor && seen.amounts.fractions === 0 && seen.amounts.whole > 0 && decimalsOf(ways.currency) > 0
    // Costs of packs vary too much for a guess.
    const inMinor = choices.inMinor ?? (found.inMinor || (hasScale && scale.inMinor && kind !== 'PRODUCTS'))
    if (hasScale && !scale.isSure && choices.inMinor === undefined) doubted('SCALE', seen.amounts.first[0] ?? '')

    const { taxes } = seen.records
    const taxInParts = taxes.highest > 0 && taxes.highest < 1
    if (taxInParts) doubted('TAX_PARTS', taxes.highest)
    else if (taxes.lowest < 1) doubted('TAX_SMALL', taxes.lowest)
    for (const { doubt, text, rows = [] } of [...seen.records.doubts(ways.timezone), ...seen.names.doubts()]) doubted(doubt, text, rows)
    const unclear = choices.mapping || found.layout ? [] : unclearHeads(FIELDS[kind], found.heads)
    if (unclear.length > 0) doubted('HEAD_PARTS', unclear.join(', '))

    const piece = pieceOf(seen.amounts, isPriceHead(plainHead(head('amount'))))
    const hasPieces = sales && found.mapping.amount !== undefined && seen.amounts.several > 0
    if (hasPieces && !piece.isSure && choices.unitPrice === undefined) doubted('UNIT_PRICE', head('amount'))

    const isTurned = found.holds === 'PIVOT' || found.holds === 'SIDE_BY_SIDE'
    // Columns may be named like products by chance. Tables side by side have several sales in a row.
    const isMistaken = choices.asSales === true && found.holds !== 'SIDE_BY_SIDE'
    if (sales && taxOfHead(head('amount')) === 'NET') doubted('NET', head('amount'))
    if (sales && found.tenders.length > 0) doubted('TENDERS', found.tenders.map(({ column }) => found.heads[column]).join(', '))
    if (sales && found.paidBy.length > 0) doubted('PAID_BY', found.paidBy.map(({ column }) => found.heads[column]).join(', '))
    if (sales && found.otherAmounts.length > 0 && (!isTurned || isMistaken))
      doubted('AMOUNT_COLUMN', found.otherAmounts.slice(0, 5).join(', '))
    if (sales && found.otherCurrencies.length > 0) doubted('CURRENCIES', found.otherCurrencies.join(', '))
    if (seen.isMostlyWide()) doubted('EXTRA_CELLS', seen.width, seen.rows.wide)
    const repeated = Math.max(seen.repeated, hasListAmounts ? list.repeated : 0)
    if (repeated > 0 && !repeatsTotals) doubted('REPEATED', repeated, seen.rows.repeated)
    if (seen.sharedProducts.size > 0) doubted('SHARED_NAMES', [...seen.sharedProducts].join(', '))
    const machineInPart = sales ? seen.machineInPart() : null
    if (machineInPart !== null) doubted('MACHINE_PARTS', machineInPart.cell)
    const { machineColumns } = seen
    const decided = machineColumns.decided(found.heads)
    if (decided !== null) doubted('MACHINE_COLUMNS', decided)
    if (machineColumns.different.length > 0)
      doubted('OTHER_MACHINE', found.heads[machineColumns.first ?? -1] ?? '', machineColumns.different)
    if (seen.basket !== null) doubted('BASKETS', seen.basket, seen.rows.baskets)
    if (seen.totalWords > 0) doubted('TOTAL_WORDS', seen.totalWords, seen.rows.totalWords)
    const states = seen.states.decided(choices.states)
    if (states.words.some(({ isSure }) => !isSure))
      doubted(
        'STATES',
        states.words
          .filter(({ isSure }) => !isSure)
          .slice(0, 5)
          .map(({ word }) => word)
          .join(', '),
      )
    const below = sales && found.holds === 'SALES' && choices.fixed?.machine === undefined ? seen.belowTheirMachine() : 0
    if (below > 0) doubted('MACHINE_ABOVE', below, seen.rows.blankMachine)
    const undated = sales && found.holds === 'SALES' ? seen.belowTheirDate() : 0
    if (undated > 0) doubted('DATE_ABOVE', undated, seen.rows.blankDate)
    const structure = brought.sheets()
    if (structure?.part) doubted('PART', structure.part)
    if (structure?.list) doubted('LIST', structure.list.name)
    const hasMachine = found.mapping.machine !== undefined || choices.fixed?.machine !== undefined
    const beside =
      hasMachine || !FIELDS[kind].some(({ name }) => name === 'machine') ? null : machineBeside(structure?.beside ?? [], names.machines)
    if (beside !== null) doubted('MACHINE_BESIDE', `${beside.head}: ${beside.name}`)
    const above = of.first.filter(({ number }) => number < (seen.headerNumber ?? 0)).map(({ cells }) => cells)
    const titled =
      kind !== 'PLANOGRAMS' || hasMachine || beside !== null
        ? null
        : machineTitled({ above, sheet: structure?.sheet ?? '', file: brought.fileName }, names.machines, known.machineNames)
    if (titled !== null && !seen.hasMachineLines) doubted('MACHINE_BESIDE', titled.title)
    const machineAbove = beside ?? titled
    const sheets = structure && structure.names.length > 0 ? structure : null
    const isWorkbook = sheets !== null && !sheets.isPage
    if (isWorkbook && sheets.names.length > 1 && choices.sheet === undefined && !choices.allSheets) doubted('SHEETS', sheets.sheet)
    if (sheets?.leftOut?.length) doubted('OTHER_SHEETS', sheets.leftOut.join(', '))
    if (sales && seen.dates.dates > 0 && !seen.dates.hasTime && found.holds === 'SALES')
      doubted(seen.hasWholeHours ? 'WHOLE_HOURS' : 'NO_TIME')

    if (seen.times.example !== null) doubted('TIME_ZEROS', seen.times.example)
    const read = datesOf(seen, { choices, now, isOfSales: sales && found.holds === 'SALES', isPlan: kind === 'ROUTES' })
    for (const { doubt, text } of read.doubts) doubted(doubt, text)
    const zone = zoneOfHead(head('at')) ?? zoneOfHead(head('time'))
    const isZoned = zone !== null || found.mapping.zone !== undefined || choices.fixed?.zone !== undefined || seen.dates.moments > 0
    const zoneAbove = seen.zoneText === null || isZoned ? null : zoneInText(seen.zoneText)
    if (sales && zoneAbove !== null) doubted('ZONE', seen.zoneText ?? '')
    const isBare =
      !seen.dates.hasTime && ['product', 'slot', 'quantity', 'id', 'type', 'card'].every((field) => found.mapping[field] === undefined)
    const isOther = found.holds === 'AGGREGATE' || found.holds === 'REFILLS'
    // Payments of a settlement are matched and never recorded.
    const isRecorded = sales && !isOther && !isTurned && found.holds !== 'SETTLEMENT'
    const unit = inMinor ? 10 ** decimalsOf(ways.currency) : 1
    const hasSums = isRecorded && choices.inMinor === undefined && areSums(seen.amounts, { currency: ways.currency, unit, isBare })
    if (hasSums) doubted('SUMS', seen.amounts.first[0] ?? '')

    // Sales also use columns without a field, such as those of states and means of payment.
    const used = new Set([
      ...Object.values(found.mapping),
      ...(sales
        ? [
            ...[...found.tenders, ...found.paidBy].map(({ column }) => column),
            ...states.columns,
            ...(found.holds === 'SETTLEMENT' ? kindColumns(found.heads) : []),
          ]
        : []),
    ])
    return {
      understanding: found,
      likely,
      ways: {
        timezone: zoneNameOfHead(head('at')) ?? zoneNameOfHead(head('time')) ?? ways.timezone,
        order: read.order,
        mark: choices.decimal ?? mark,
        taxInParts,
        signed: hasSigns(kind, found) ? ['amount', 'price'] : [],
        habits: read.habits,
        timeDigits: seen.times.digits,
        zone: zone ?? (zoneAbove === 'print' ? null : zoneAbove),
        fixed: { ...(machineAbove !== null && { machine: machineAbove.name }), ...choices.fixed },
      },
      mappingKey: of.mappingKey,
      exactness: seen.dates.hasSeconds || seen.times.digits === 6 ? 'SECOND' : seen.dates.hasTime ? 'MINUTE' : 'DAY',
      idHead: found.mapping.id === undefined ? null : plainHead(head('id')),
      firstRows: of.first.slice(0, FIRST_ROWS).map(({ number, cells }) => ({ number, cells: cells.slice(0, SHOWN_COLUMNS).map(echoed) })),
      sample: data.slice(0, SAMPLE).map(({ cells }) => found.heads.map((_, column) => echoed(cells[column]))),
      headerNumber: seen.headerNumber,
      dates: read.dates,
      readings: read.readings,
      decimal: seen.numbers.numbers === 0 ? null : { mark: choices.decimal ?? mark, doubt: choices.decimal ? null : markDoubt },
      saved: of.saved,
      doubts,
      inMinor,
      shownInMinor: hasScale || found.inMinor ? inMinor : null,
      unitPrice: choices.unitPrice ?? (hasPieces && piece.unitPrice),
      shownUnitPrice: hasPieces ? (choices.unitPrice ?? piece.unitPrice) : null,
      states: states.words.slice(0, MAX_STATES),
      stateOf: states.stateOf,
      sheets,
      leftOut: found.heads.flatMap((text, column) => (text === '' || used.has(column) ? [] : [echoed(text)])),
      postalCodeOf: seen.records.postalCodeIn(ways.timezone),
      machineLines:
        seen.hasMachineLines && choices.fixed?.machine === undefined ? { first: seen.firstMachine ?? titled?.name ?? null } : null,
      machineParts: machineInPart?.read ?? null,
      isMachineWrittenOnce: below > 0,
      isDateAbove: undated > 0,
      isHeld: (isTurned || (sales && (isOther || hasSums))) && !(sales && isMistaken),
      mostCells: !isWorkbook && seen.headerNumber !== null && !seen.isMostlyWide() ? seen.width : null,
    }
  }
}
