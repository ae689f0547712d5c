import type { Field } from '#domain/imports/heads.ts'
import { plainHead } from '#domain/imports/heads.ts'
import { decimalOf, isUnclear, noNumbers, seeNumber } from '#domain/imports/numbers.ts'
import { decimalsOf, isAmount, toMinor } from '#domain/money.ts'
import { CARD_LENGTH, HOLDER_LENGTH, MAX_CREDIT, MAX_RECURRING, RESERVED_CARD } from '#domain/passes.ts'
import { echoed, type Problem, type Row } from '../../files/read-rows.ts'
import type { Line } from '../../files/read-table.ts'
import type { NewCard } from './passes.store.ts'

/** Column headers of card files: those of this system's tables in every language, and common others. */
export const PASS_FIELDS: readonly Field[] = [
  {
    name: 'cardIdentifier',
    required: true,
    kind: 'text',
    heads: [
      'card',
      'card number',
      'card id',
      'rfid',
      'karta',
      'numer karty',
      'kartennummer',
      'karte',
      'tarjeta',
      'número de tarjeta',
    ].concat([
      'cartão',
      'número do cartão',
      'carte',
      'numéro de carte',
      'tessera',
      'numero della tessera',
      'numéro de badge',
      'badge',
      'numero del badge',
      'カード番号',
    ]),
  },
  {
    name: 'holderName',
    required: true,
    kind: 'text',
    heads: [
      'holder',
      'name',
      'employee',
      'posiadacz',
      'pracownik',
      'imię i nazwisko',
      'inhaber',
      'mitarbeiter',
      'titular',
      'empleado',
    ].concat(['funcionário', 'titulaire', 'employé', 'titolare', 'dipendente', '氏名', '利用者']),
  },
  {
    name: 'creditAmount',
    required: true,
    kind: 'number',
    heads: ['credit', 'balance', 'środki', 'saldo', 'guthaben', 'crédito', 'crédit', 'credito', 'solde', '残高'],
  },
  {
    name: 'recurringCreditAmount',
    required: false,
    kind: 'number',
    heads: ['recurring credit', 'cykliczne środki', 'cykliczne doładowanie', 'regelmäßiges guthaben', 'crédito recurrente'].concat([
      'crédito recorrente',
      'crédit récurrent',
      'credito ricorrente',
      '定期チャージ',
    ]),
  },
  {
    name: 'isActive',
    required: false,
    kind: 'text',
    heads: ['active', 'aktywna', 'aktiv', 'activa', 'activo', 'ativo', 'ativa', 'actif', 'active', 'attiva', 'attivo', '有効'],
  },
]

const AMOUNTS = ['creditAmount', 'recurringCreditAmount'] as const

/** The decimal mark of all amounts. If no amount shows it, those that could have either mark are refused, because nothing is reviewed before. */
export function amountsOf(lines: readonly Line[], mapping: Readonly<Record<string, number>>, currency: string) {
  const cells = lines.flatMap(({ number: row, cells }) =>
    AMOUNTS.flatMap((field) => (mapping[field] === undefined ? [] : [{ row, field, cell: cells[mapping[field]] }])),
  )
  const facts = noNumbers()
  for (const { cell } of cells) seeNumber(facts, cell)
  const { mark, doubt } = decimalOf(facts, decimalsOf(currency))
  const unclear = doubt === null ? [] : cells.filter(({ cell }) => isUnclear(cell))
  return { mark, unclear: unclear.map(({ row, field, cell }): Problem => ({ row, field, code: 'NOT_A_NUMBER', value: echoed(cell) })) }
}

const YES = new Set(['yes', 'true', '1', 'active', 'tak', 'ja', 'sí', 'si', 'sim', 'oui', 'sì', 'はい', 'x'].map(plainHead))
const NO = new Set(['no', 'false', '0', 'inactive', 'nie', 'nein', 'não', 'nao', 'non', 'いいえ'].map(plainHead))

type Known = { currency: string }

/** Parses the rows of a file, with all errors. */
export function cardsIn(rows: readonly Row[], { currency }: Known): { cards: NewCard[]; problems: Problem[] } {
  const problems: Problem[] = []
  const seen = new Set<string>()
  const cards = rows.map(({ row, values }): NewCard => {
    const wrong = (field: string, code: Problem['code'], value: unknown) => problems.push({ row, field, code, value: String(value) })
    const [cardIdentifier, holderName] = [String(values.cardIdentifier ?? ''), String(values.holderName ?? '')]
    if (values.cardIdentifier !== null) {
      if (cardIdentifier.length < CARD_LENGTH.least || cardIdentifier.length > CARD_LENGTH.most || cardIdentifier === RESERVED_CARD)
        wrong('cardIdentifier', 'OUT_OF_RANGE', cardIdentifier)
      else if (seen.has(cardIdentifier)) wrong('cardIdentifier', 'TWICE', cardIdentifier)
      seen.add(cardIdentifier)
    }
    if (holderName.length > HOLDER_LENGTH) wrong('holderName', 'TOO_LONG', holderName)
    const amount = (field: 'creditAmount' | 'recurringCreditAmount', most: number): number => {
      const value = Number(values[field] ?? 0)
      if (value < 0 || value > most || !isAmount(value, currency)) wrong(field, 'OUT_OF_RANGE', value)
      return toMinor(value, currency)
    }
    const word = plainHead(String(values.isActive ?? 'yes'))
    if (!YES.has(word) && !NO.has(word)) wrong('isActive', 'UNKNOWN_WORD', values.isActive)
    return {
      cardIdentifier,
      holderName,
      balance: amount('creditAmount', MAX_CREDIT),
      recurring: amount('recurringCreditAmount', MAX_RECURRING),
      isActive: !NO.has(word),
    }
  })
  return { cards, problems }
}
