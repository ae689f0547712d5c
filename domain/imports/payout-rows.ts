import { cached } from './cached.ts'
import { type Cell, shown } from './cell.ts'
import { plainHead } from './heads.ts'

/** Headers of columns that name the kind of a settlement's row, in the form of `plainHead`. A payment method is another column. */
const KIND_HEADS =
  /^(?:type|kind|(?:transaction|record|entry|event|balance|activity|reporting) (?:type|category|kind)|category|reporting category|art|typ|vorgang|(?:buchungs|transaktions|umsatz|vorgangs)(?:art|typ)|tipo|tipo (?:de |di )?(?:transaccion|movimiento|operacion|transacao|movimento|operacao|transazione|operazione)|type (?:de |d ?')(?:transaction|operation|mouvement)|rodzaj|(?:rodzaj|typ) (?:transakcji|operacji)|種別|種類|取引種別|取引の種類|取引タイプ)$/u

/** Kinds of rows that move money between a payment service, its client and the bank, but are no payments. */
const PAYOUTS =
  /^(?:merchant )?(?:payout|pay out|transfer|bank transfer|balance ?transfer|internal transfer|withdrawal|general withdrawal|deposit|top ?up|reserve|advance|fee|stripe fee|application fee|network cost|tax fee|invoice deduction|auszahlung|uberweisung|ubertrag|gebuhr|gebuhren|wyplata|przelew|prowizja|oplata|liquidacion|transferencia|abono|comision|repasse|saque|taxa|comissao|virement|versement|transfert|frais|accredito|bonifico|trasferimento|prelievo|commissione|入金|振込|出金|振替|手数料)(?: (?:failure|failed|reversal|cancel|canceled|paid|minimum balance (?:hold|release)))?$/u

const isPayout = cached((text) => PAYOUTS.test(plainHead(text)))

export const kindColumns = (heads: readonly string[]): number[] =>
  heads.flatMap((head, column) => (KIND_HEADS.test(plainHead(head)) ? [column] : []))

/** Recognizes payouts, transfers and fees of a settlement by the column that names the kind of a row. */
export function payoutRows(heads: readonly string[]): (cells: readonly Cell[]) => boolean {
  const columns = kindColumns(heads)
  return (cells) => columns.some((column) => isPayout(shown(cells[column])))
}
