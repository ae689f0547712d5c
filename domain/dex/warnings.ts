/** Problems in a file. These are codes only; the screens contain the texts. */
type WarningCode =
  /** The file contains no audit. */
  | 'NO_AUDIT'
  /** A line that is not a segment and was skipped. */
  | 'NOT_A_SEGMENT'
  /** The audit has no start or no end; without an end its last line may be incomplete and was skipped. */
  | 'CUT_AT_START'
  | 'CUT_AT_END'
  /** There are more entries than any machine has; the rest was skipped. */
  | 'TOO_MANY'
  /** A block or a selection occurs again with other values. The first one counts. */
  | 'REPEATED'
  /** An element that should be a number. */
  | 'NOT_A_NUMBER'
  /** A selection's block before any selection. */
  | 'WITHOUT_SELECTION'
  | 'CLOCK_ABSURD'
  | 'DECIMALS_ABSURD'
  | 'CURRENCY_UNKNOWN'
  | 'TEMPERATURE_UNKNOWN'
  /** "Since init" was below "since reset" throughout: the two were swapped when reading. */
  | 'INIT_AND_RESET_SWAPPED'
  /** The selections do not add up to the machine's total. */
  | 'VENDS_DO_NOT_ADD_UP'
  | 'VALUES_DO_NOT_ADD_UP'
  /** A selection's means of payment do not add up to its vends. */
  | 'PAYMENTS_DO_NOT_ADD_UP'
  /** Cash box, tubes and bills do not add up to the cash received. */
  | 'CASH_DOES_NOT_ADD_UP'

export type Warning = { code: WarningCode; line: number }

export type Warn = (code: WarningCode, line: number) => void

/** More of one kind help no reader; a corrupt file could produce a million. */
const MAX_OF_A_CODE = 20

/** Collects warnings in `warnings`, in order of occurrence. */
export function warnInto(warnings: Warning[]): Warn {
  const found = new Map<WarningCode, number>()
  return (code, line) => {
    const times = found.get(code) ?? 0
    found.set(code, times + 1)
    if (times < MAX_OF_A_CODE) warnings.push({ code, line })
  }
}
