import type { TransactionType } from '../sales/transaction.ts'
import { plainHead } from './heads.ts'

const words = <T extends string>(known: Record<T, string>): ReadonlyMap<string, T> =>
  new Map(
    (Object.entries(known) as [T, string][]).flatMap(([value, names]) => names.split('|').map((name) => [plainHead(name), value] as const)),
  )

/** How payments are called in files. "Credit" is a card there: remote credit is called so by our own exports alone. */
export const PAYMENT_WORDS: ReadonlyMap<string, TransactionType> = words<TransactionType>({
  CASH: 'cash | coin | coins | bill | bills | gotówka | bar | bargeld | münze | schein | efectivo | dinheiro | espèces | contanti | наличные | 现金 | 現金 | 3',
  CREDIT_CARD:
    'card | credit card | credit_card | credit | debit | debit card | cashless | contactless | visa | mastercard | maestro | amex | apple pay | google pay | monyx | nayax | qr | wechat | 微信 | alipay | 支付宝 | karta | karta płatnicza | karta kredytowa | kreditkarte | kartenzahlung | karte | ec karte | girocard | tarjeta | tarjeta de crédito | cartão | cartão de crédito | carte | carte bancaire | carta | carta di credito | карта | банковская карта | カード | クレジットカード | 1 | payme | click | uzum',
  RFID: 'rfid | employee card | prepaid | prepaid card | karta pracownicza | mitarbeiterkarte | tarjeta de empleado | cartão de funcionário | carte employé | carta dipendente | 社員カード',
  BLIK: 'blik',
  TOKEN: 'token | żeton | wertmarke | ficha | jeton | gettone | トークン',
  CODE: 'code | kod | qr code | voucher | gutschein',
  CREDIT: 'remote credit | kredyt zdalny | zdalny kredyt | fernguthaben',
  FREE: 'free | test | free vend | test vend | darmowa | darmowy | gratis | kostenlos | freiverkauf | gratuit | gratuito | 無料 | бесплатно',
  REFUND:
    'refund | refunded | zwrot | erstattung | rückerstattung | reembolso | remboursement | rimborso | возврат | 返金 | devolução | devolución',
})

export type SaleState = 'SOLD' | 'CANCELLED' | 'REFUND' | 'UNSETTLED'

const STATES: readonly [SaleState, RegExp][] = [
  ['REFUND', /refund|chargeback|returned|zwrot|erstatt|reembols|rembours|rimbors|возврат|退款|返金|devolu|návrat/],
  [
    'CANCELLED',
    /cancel|void|declin|fail|reject|error|abort|anulow|odrzuc|storn|abgebroch|fehl|ungült|abgelehnt|annul|échou|refus|fallid|rechaz|falh|recus|отмен|ошибк|неуспеш|失败|取消|キャンセル|failure|not dispensed|undelivered|zrušen/,
  ],
  [
    'UNSETTLED',
    /pending|authori[sz]ed$|unpaid|on hold|hold$|open$|in progress|processing|offen|ausstehend|oczekuj|pendien|pendent|en attente|in attesa|ожида|не оплачен|待支付|未支付|保留/,
  ],
]

/** Words of success that also contain one of the others. */
const SOLD =
  /^(settled|completed?|success(ful)?|paid|approved|ok|done|finished|erfolgreich|zako[nń]czon[aey]|op[lł]acon[aey]|оплачен[оа]?|доставлено|出货成功|支付完成|成功)$/

/** Codes of states by what their column is called: Nayax settles with 12; platforms of one Chinese family deliver with 2. */
const CODES: Readonly<Record<string, readonly string[]>> = { 'transaction status id': ['12'], 订单状态: ['2'] }

/** Whether a row is a finished sale, by what its column of states says. Only finished sales are booked. */
export function stateOf(said: string, head: string): SaleState {
  const plain = said.trim().toLowerCase()
  if (plain === '') return 'SOLD'
  const codes = CODES[plainHead(head)]
  if (codes && /^\d+$/.test(plain)) return codes.includes(plain) ? 'SOLD' : 'CANCELLED'
  if (SOLD.test(plain)) return 'SOLD'
  return STATES.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'SOLD'
}
