/** What a reader should know of a file. Only codes: whoever shows them has the words. */
export type WarningCode =
  /** Nothing in the file can be an audit. */
  | 'NO_AUDIT'
  /** A line that is no segment, and was left out. */
  | 'NOT_A_SEGMENT'
  /** The audit has no beginning, or no end; where its end is missing, its last line may be half a line and was left out. */
  | 'CUT_AT_START'
  | 'CUT_AT_END'
  /** There is more than any machine has, and the rest was left out. */
  | 'TOO_MANY'
  /** A block or a selection that was told before, otherwise. The first one counts. */
  | 'REPEATED'
  /** An element that should be a number. */
  | 'NOT_A_NUMBER'
  /** A selection's block before any selection. */
  | 'WITHOUT_SELECTION'
  | 'CLOCK_ABSURD'
  | 'DECIMALS_ABSURD'
  | 'CURRENCY_UNKNOWN'
  | 'TEMPERATURE_UNKNOWN'
  /** "Since init" fell behind "since reset" all over: they were read the other way round. */
  | 'INIT_AND_RESET_SWAPPED'
  /** The selections do not add up to the machine's total. */
  | 'VENDS_DO_NOT_ADD_UP'
  | 'VALUES_DO_NOT_ADD_UP'
  /** A selection's ways of payment do not add up to its vends. */
  | 'PAYMENTS_DO_NOT_ADD_UP'
  /** Cash box, tubes and bills do not add up to the cash that came in. */
  | 'CASH_DOES_NOT_ADD_UP'

export type Warning = { code: WarningCode; line: number }

export type Warn = (code: WarningCode, line: number) => void

/** A person reads no more of a kind; a spoilt file could give a million. */
const MAX_OF_A_CODE = 20

/** Keeps what is warned of into `warnings`, in the order in which it is found. */
export function warnInto(warnings: Warning[]): Warn {
  const found = new Map<WarningCode, number>()
  return (code, line) => {
    const times = found.get(code) ?? 0
    found.set(code, times + 1)
    if (times < MAX_OF_A_CODE) warnings.push({ code, line })
  }
}
