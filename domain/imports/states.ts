import type { SaleState } from '../imports.ts'
import { withoutDirection } from '../text-direction.ts'
import { type Cell, shown } from './cell.ts'
import { plainHead } from './heads.ts'
import { debitSignOf, numberIn } from './numbers.ts'
import { flagOf, isNo, isYes, PAYMENT_WORDS, stateNamed, stateOf } from './words.ts'

/** A column with more distinct words is not a status column. */
const MAX_WORDS = 40
/** Headers of columns that mark debits and credits, whose words the user has to explain. */
const DEBIT_HEADS = /^(?:dr cr|cr dr|d c|c d|debit credit|credit debit|soll haben|s h|debe haber|dare avere|debito credito|débito crédito)$/
const isDebitHead = (head: string) => DEBIT_HEADS.test(plainHead(head))

/** Headers of further columns whose words the user has to explain if they are unknown. */
const STATUS_HEADS = /^(?!.*(?:machine|device|maschine|gerat|stock|tax|marital)).*(?:status|状态|狀態|ステータス)$/u
const isStatusHead = (head: string) => STATUS_HEADS.test(plainHead(head))

/** The limit for a column that is not recognised by its header. */
const FEW_WORDS = 12
const MAX_LENGTH = 80

type Flag = NonNullable<ReturnType<typeof flagOf>>
/** `words` is null if there are too many. `unsigned`: the words are those behind amounts, and the number of amounts without one. */
type Column = {
  at: number
  head: string
  role: 'STATUS' | 'TYPE' | 'OTHER'
  flag: Flag | null
  words: Map<string, number> | null
  unsigned?: number
}

/** A status value and its interpretation. */
type StateWord = { word: string; count: number; state: SaleState; isSure: boolean }

const wordOf = ({ unsigned }: Column, cell: Cell | undefined) =>
  unsigned !== undefined ? (debitSignOf(cell) ?? '') : withoutDirection(shown(cell)).slice(0, MAX_LENGTH)

/** Finds columns that mark rows as unfinished sales: by their headers, or by words such as "Storno" in any column. */
export class StateColumns {
  readonly #columns: Column[]
  constructor(heads: readonly string[], mapping: Readonly<Record<string, number>>, { hasSigns = false } = {}) {
    const taken = new Set(Object.entries(mapping).flatMap(([field, at]) => (field === 'status' || field === 'type' ? [] : [at])))
    const signs = ['amount', 'price'].flatMap((field): Column[] => {
      const at = mapping[field]
      return !hasSigns || at === undefined ? [] : [{ at, head: '', role: 'STATUS', flag: null, words: new Map(), unsigned: 0 }]
    })
    const columns = heads.flatMap((head, at): Column[] =>
      taken.has(at)
        ? []
        : [
            {
              at,
              head,
              role: at === mapping.status || isDebitHead(head) || isStatusHead(head) ? 'STATUS' : at === mapping.type ? 'TYPE' : 'OTHER',
              flag: flagOf(head),
              words: new Map(),
            },
          ],
    )
    this.#columns = [...columns, ...signs]
  }

  see(cells: readonly Cell[]): void {
    for (const column of this.#columns) {
      if (column.words === null) continue
      const cell = cells[column.at]
      if (cell === null || cell === undefined || cell === '') continue
      const word = wordOf(column, cell)
      if (word === '') {
        if (column.unsigned !== undefined) column.unsigned++
        continue
      }
      const count = column.words.get(word)
      if (count === undefined && column.words.size >= MAX_WORDS) column.words = null
      else column.words.set(word, (count ?? 0) + 1)
    }
  }

  /** The interpretation of status values, including the user's choices. */
  decided(decisions: Readonly<Record<string, SaleState>> = {}): {
    stateOf(cells: readonly Cell[]): SaleState
    words: StateWord[]
    columns: number[]
  } {
    const columns = this.#columns.filter(hasStates)
    const words = new Map<string, StateWord>()
    for (const column of columns) {
      const isOfStates = column.role === 'STATUS' || (column.role === 'OTHER' && !column.flag && isMostlyStates(column))
      for (const [word, count] of column.words ?? []) {
        const found = meaning(column, word)
        if (found === null && column.role === 'TYPE') continue
        const before = words.get(word)
        const isSure = decisions[word] !== undefined || found !== null || !isOfStates
        words.set(word, {
          word,
          count: (before?.count ?? 0) + count,
          state: decisions[word] ?? worse(before?.state ?? 'SOLD', found ?? ofSign(column, word)),
          isSure: isSure && before?.isSure !== false,
        })
      }
    }
    return {
      columns: columns.map(({ at }) => at),
      words: [...words.values()].toSorted((a, b) => b.count - a.count),
      stateOf: (cells) => {
        let state: SaleState = 'SOLD'
        for (const column of columns) {
          const cell = cells[column.at]
          if (cell === null || cell === undefined || cell === '') continue
          const word = wordOf(column, cell)
          if (word === '') continue
          state = worse(state, decisions[word] ?? words.get(word)?.state ?? meaning(column, word) ?? 'SOLD')
        }
        return state
      },
    }
  }
}

/** Precedence of several states of one row. */
const ORDER = new Map<SaleState, number>(
  ['SOLD', 'UNSETTLED', 'TEST', 'NO_SALE', 'CANCELLED', 'REFUND'].map((state, at) => [state as SaleState, at]),
)
const worse = (one: SaleState, other: SaleState): SaleState => ((ORDER.get(other) ?? 0) > (ORDER.get(one) ?? 0) ? other : one)

function hasStates({ role, flag, words, unsigned }: Column): boolean {
  if (unsigned !== undefined) return words !== null && words.size > 0
  if (role === 'STATUS') return true
  if (words === null) return flag !== null && role === 'OTHER'
  if (words.size === 0) return false
  const states = [...words.keys()].map(stateNamed).filter((state) => state !== null && state !== 'SOLD' && state !== 'UNSETTLED')
  if (role === 'TYPE') return states.length > 0
  return flag !== null || (words.size <= FEW_WORDS && states.length > 0)
}

/** The state of a sign behind amounts until the user has explained it: amounts with the rarer sign are left out, as refunds. */
function ofSign({ words, unsigned }: Column, word: string): SaleState {
  if (unsigned === undefined) return 'SOLD'
  const signed = words?.get(word) ?? 0
  const others = unsigned + [...(words ?? [])].reduce((sum, [other, count]) => sum + (other === word ? 0 : count), 0)
  return signed > others || others === 0 || (signed === others && word === 'DR') ? 'SOLD' : 'REFUND'
}

/** Whether most words of a column are known states, so that the user is asked about the others. */
const isMostlyStates = ({ words }: Column) => {
  const all = [...(words?.keys() ?? [])]
  return all.filter((word) => stateNamed(word) !== null).length * 2 >= all.length
}

/** The meaning of a word in its column; null if unknown. */
function meaning({ role, head, flag }: Column, word: string): SaleState | null {
  if (role === 'STATUS') {
    const state = stateOf(word, head)
    // A column such as "Paid" contains yes or no.
    return state ?? (flag ? ofFlag(flag, word) : isYes(word) && !/^\d/.test(word) ? 'SOLD' : null)
  }
  if (role === 'TYPE') {
    const state = PAYMENT_WORDS.has(plainHead(word)) ? null : stateNamed(word)
    return state === 'SOLD' ? null : state
  }
  return flag ? ofFlag(flag, word) : stateNamed(word)
}

function ofFlag({ state, when }: Flag, word: string): SaleState {
  if (when === 'NO') return isNo(word) ? state : (stateNamed(word) ?? 'SOLD')
  if (isNo(word)) return 'SOLD'
  const amount = numberIn(word)
  if (amount !== null) return amount === 0 ? 'SOLD' : state
  const named = isYes(word) ? null : stateNamed(word)
  return named ?? state
}
