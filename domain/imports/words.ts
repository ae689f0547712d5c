import type { SaleState } from '../imports.ts'
import type { TransactionType } from '../sales/transaction.ts'
import { cached } from './cached.ts'
import { plainHead } from './heads.ts'

const words = <T extends string>(known: Partial<Record<T, string>>): ReadonlyMap<string, T> =>
  new Map(
    (Object.entries(known) as [T, string][]).flatMap(([value, names]) => names.split('|').map((name) => [plainHead(name), value] as const)),
  )

/** Payment terms in files. "Credit" means a card; only our own exports use it for remote credit. */
export const PAYMENT_WORDS: ReadonlyMap<string, TransactionType> = words<TransactionType>({
  CASH: 'cash | gotovina | готовина | в брой | grynieji | skaidra nauda | sularaha | نقدی | नकद | note | notes | bank note | bank notes | banknotes | scheine | billete | billetes | billet | billets | banconota | banconote | banknot | banknoty | cédula | cédulas | купюры | монеты | biljetten | sedlar | sedler | bankovky | μετρητα | מזומן | tiền mặt | tunai | เงินสด | 현금 | gotowka | cash only | coin | coins | bill | bills | banknote | cash vend | cash sale | contant | kontant | hotovost | hotově | nakit | moneta | monety | naqd | numerario | numérario | bar zahlung | barzahlung | barverkauf | bares | espece | monete | monedas | moedas | pièces | münzen | munten | mynt | mince | نقد | نقدا | نقدي | 现金支付 | 硬币 | 纸币 | 硬貨 | 紙幣 | 小銭 | готівка | naqit | käteinen | készpénz | numerar | gotówka | bar | bargeld | münze | schein | efectivo | dinheiro | espèces | contanti | наличные | 现金 | 現金 | 3',
  CREDIT_CARD:
    'card | kartica | картица | картка | kortelė | کارت | कार्ड | cb | ec | ec cash | ec karte | κάρτα | אשראי | כרטיס אשראי | thẻ | kartu | บัตร | บัตรเครดิต | 카드 | 신용카드 | credit card | credit_card | card vend | card sale | bank card | debit card | pin | bankpas | betaalpas | kaart | kort | betalkort | bankkort | kreditkort | platební karta | platebni karta | kart | kredi kartı | banka kartı | kártya | bankkártya | pankkikortti | kortti | بطاقة | بطاقة ائتمان | بطاقة بنكية | مدى | 信用卡 | 银行卡 | 刷卡 | 微信支付 | 支付宝支付 | 扫码支付 | 扫码 | クレジット | 電子マネー | キャッシュレス | 交通系ic | suica | paypay | visa debit | v pay | american express | giro | girocard kontaktlos | sans contact | sin contacto | contactloos | bezgotówkowa | zbliżeniowo | karta zbliżeniowa | débit | carte de crédit | carta di debito | bancomat | pagobancomat | pix | tarjeta de débito | cartão de débito | débito | crédito | credito | безналичные | безналичный | картой | swish | mobilepay | vipps | twint | ideal | credit | debit | debit card | cashless | contactless | visa | mastercard | maestro | amex | apple pay | google pay | monyx | nayax | qr | wechat | 微信 | alipay | 支付宝 | karta | karta płatnicza | karta kredytowa | kreditkarte | kartenzahlung | karte | karten | ec karte | girocard | tarjeta | tarjeta de crédito | cartão | cartão de crédito | carte | carte bancaire | carta | carta di credito | карта | банковская карта | カード | クレジットカード | 1 | payme | click | uzum | PayPay | upi | qris | dankort | momo | MoMo | promptpay | PromptPay | พร้อมเพย์ | knet | كي نت | 悠遊卡 | 一卡通 | line pay | TrueMoney | gopay | GoPay | GrabPay | paytm | PhonePe | m pesa | mpesa | mercado pago | satispay | bizum | mb way | PostFinance | nfc | mobile pay | unionpay | UnionPay | 银联 | 云闪付',
  RFID: 'rfid | key | mifare | chiave | chiavetta | klucz | schlüssel | llave | clé | employee card | prepaid | prepaid card | karta pracownicza | mitarbeiterkarte | tarjeta de empleado | cartão de funcionário | carte employé | carta dipendente | 社員カード',
  BLIK: 'blik',
  TOKEN: 'token | żeton | wertmarke | ficha | jeton | gettone | トークン',
  CODE: 'code | kod | qr code | voucher | gutschein',
  CREDIT: 'remote credit | kredyt zdalny | zdalny kredyt | fernguthaben',
  FREE: 'free | free vend | darmowa | darmowy | gratis | kostenlos | freiverkauf | gratuit | gratuito | 無料 | бесплатно',
})

/** Prefixes of status words, in the form of `plainHead`. Refunds, cancellations and tests are not booked. */
const STATES: readonly [SaleState, RegExp][] = [
  [
    'REFUND',
    begin(
      'refund|hoàn tiền|dikembalikan|pengembalian|επεστραφ|הוחזר|החזר|זוכה|זיכוי|بازگشت|عودت|partially refund|chargeback|charge back|charged back|chargedback|reversal|reversed|money back|returned|credit note|zwrot|zwroc|erstatt|ruckerstatt|ruckbuch|ruckgabe|ruckzahl|gutschrift|reembols|devol|devuelt|contracargo|rembours|avoir|rimbors|estorn|restitu|reso|nota di credito|возврат|возвращ|рефанд|terugbeta|teruggave|creditnota|retour|aterbeta|aterkop|kreditering|tilbagebeta|refusjon|refundace|refundova|vracen|vrat|palaut|hyvity|visszaterit|ramburs|retur|iade|повернен|επιστροφ|استرداد|مسترد|مسترجع|ارجاع|إرجاع|退款|已退款|退货|返金|返品|払戻|払い戻し|환불|คืนเงิน',
    ),
  ],
  [
    'CANCELLED',
    begin(
      'cancel|thất bại|đã hủy|hủy|dibatalkan|αποτυχ|ακυρωθ|בוטל|ביטול|נכשל|נדחה|لغو|ناموفق|رد شد|ไม่สำเร็จ|void|declin|fail|ko$|reject|error|abort|denied|refused|unsuccessful|timed out|timeout|expired|not vended|not dispensed|not delivered|undelivered|no vend|not approved|unapproved|not paid|anulow|odrzuc|odmow|nieudan|niezrealiz|blad|storn|sztorn|abgebroch|fehl|ungult|abgelehnt|abgewies|verweiger|nicht ausgegeben|annul|anul|echou|echec|refus|rejet|fallid|fallo|rechaz|denegad|falh|recus|negad|negat|rifiutat|fallit|отмен|ошибк|неуспеш|отклон|отказ|аннулир|не оплачен|не выдан|geannul|mislukt|geweigerd|afgewezen|afgebroken|annuller|makuler|nekad|avvisad|misslyck|avbrut|afvist|avvist|mislykk|zamitn|neuspes|zrusen|odmit|zruseno|hylat|peruut|epaonnis|elutasit|sikertelen|torolt|respins|esuat|iptal|reddedil|basarisiz|hata|скасован|відхил|помилк|ακυρ|απορριφ|ملغ|الغاء|إلغاء|الغي|ألغي|مرفوض|رفض|فشل|فاشل|失败|取消|已取消|拒绝|撤销|冲正|未出货|出货失败|支付失败|失敗|キャンセル|エラー|拒否|否認|中止|실패|취소|거절|ยกเลิก|ล้มเหลว|ngbatal|batal|gagal',
    ),
  ],
  [
    'UNSETTLED',
    begin(
      'pending|chưa thanh toán|chờ|đang xử lý|belum|menunggu|απληρωτ|לא שולם|ממתין|טרם|در انتظار|پرداخت نشده|ยังไม่|รอ|authori[sz]ed$|unpaid|unbezahlt|onbetaald|obetal|ubetal|impay|impag|nieopl|niezapl|nevyplac|nezapl|неоплач|неплаћ|неплат|несплач|maksamat|odenmedi|未払|未入金|未付|未收款|미결제|미납|미지불|미입금|to be paid|to pay|zu zahlen|da pagar|por pagar|a pagar|a payer|do zaplaty|te betalen|att betala|til betaling|к оплате|k uhrade|on hold|hold$|open$|in progress|processing|preauth|pre auth|reserved|vorgemerkt|offen$|ausstehend|in bearbeitung|oczekuj|w toku|pendien|pendent|en attente|en cours|in attesa|in corso|ожида|в обработке|openstaand|in behandeling|vantar|vantande|afventer|venter|cekajici|nezaplacen|odottaa|fuggoben|fizetetlen|in asteptare|bekliyor|beklemede|очіку|εκκρεμ|معلق|قيد الانتظار|待支付|未支付|处理中|保留|処理中|未決済|대기',
    ),
  ],
  [
    'TEST',
    begin(
      'test vend|test$|tests$|test sale|test mode|testverkauf|testvorgang|testkauf|probeverkauf|vente test|essai|venta de prueba|prueba|venda teste|teste$|vendita di prova|prova$|sprzedaz testowa|testowa|testow|proba$|testverkoop|proefverkoop|testkop|testsalg|testovaci|zkusebni|zkouska|deneme|test satis|тест|проба$|пробн|اختبار|تجريب|测试|テスト|試験|테스트',
    ),
  ],
]

/** Whole texts for rows that move money and are no sales. */
const NO_SALES =
  /^(?:(?:card |account |balance |key |credit |wallet )?(?:recharge|reload|revalue|revaluation|top ?up)|add (?:value|funds|cash|credit)|cash (?:collection|collected|removed|removal|bag|pickup)|coin (?:fill|refill)|(?:coin )?tubes? (?:fill|filled|filling|dispensed?)|payout|pay out|cash out|withdrawal|cash in float|(?:karten|guthaben|schlussel)?aufladung|aufwertung(?: bar| karte)?|auszahlung|entleerung|kassenentleerung|geldentnahme|kassierung|rohrenfullung|ricarica(?: chiave| carta| credito)?|prelievo|svuotamento|doladowanie(?: karty| klucza)?|inkasacja|inkaso|wyplata|oproznienie kasy|recarga|recaudacion|retirada(?: de efectivo)?|sangria|coleta|rechargement|retrait|releve de caisse|collecte|пополнение(?: карты)?|инкассация|выплата|opwaardering|opladen|lichting|laddning|uppladdning|tomning|opladning|dobiti|nabiti|vyber hotovosti|yukleme|bakiye yukleme|充值|提现|补币|チャージ|集金|충전|집금|شحن)$/u

/** Whole texts for charges on a payment that some systems list like products. */
const CHARGES =
  /^(?:(?:convenience|service|transaction|processing|card|cashless|payment|booking) (?:fee|charge)s?|(?:card |cashless |credit card |service )?surcharge|(?:service|karten|transaktions|zahlungs|bearbeitungs)gebuhr|kartenzuschlag|frais de (?:service|transaction|paiement|carte)|(?:cargo|tarifa|comision) (?:por|de) (?:servicio|transaccion|tarjeta)|taxa de (?:servico|conveniencia|transacao|cartao)|(?:commissione|costo) (?:di|del) (?:servizio|transazione|pagamento)|oplata (?:serwisowa|transakcyjna|za karte)|(?:決済|サービス|取引|カード)手数料)$/u

/** Whether the text in a product column names a charge on the payment. */
export const isCharge: (text: string) => boolean = cached((text) => CHARGES.test(plainHead(text)))

/** Words of success that begin like one of the others, and all other words for a finished sale. */
const SOLD = begin(
  'sold|betaling$|betalning$|zahlung$|umsatz$|paiement$|pagamento$|platnosc$|platba$|odeme$|приход$|支払$|thành công|đã thanh toán|hoàn thành|berhasil|sukses|lunas|selesai|πληρωθ|πληρωμεν|שולם|הצליח|הושלם|אושר|موفق|پرداخت شد|ชำระแล้ว|จ่ายแล้ว|sale$|payment$|processed$|charge$|charged$|compra$|sales$|settled|complete|success|paid|payed|approved|accepted|captured|confirmed|ok$|okay$|done|finished|vend$|vended|vend ok|purchase|dispensed|delivered|authorized and captured|valid$|posted|normal$|closed|erfolgreich|bezahlt|abgeschlossen|genehmigt|ausgegeben|verkauf|verkauft|beendet|gultig|gebucht|zakonczon|oplacon|sprzeda|zrealizowan|zatwierdz|udan|zaplacon|poprawn|vendu|vente$|paye$|payee$|reussi|accepte|termine|approuve|effectue|valide|venta$|vendid|pagad|completad|aprobad|exitos|aceptad|realizad|venda$|pago$|paga$|conclui|aprovad|sucesso|efetuad|finalizad|vendut|vendita$|pagat|completat|approvat|riuscit|confermat|оплачен|успеш|доставлено|выполнен|заверш|продаж|продан|одобрен|принят|проведен|betaald|voltooid|geslaagd|verkoop$|verkocht|goedgekeurd|afgerond|betald|betalt|плаћ|платен|placen|slutford|godkand|klar$|kop$|salg$|solgt|forsaljning|genomford|fullfort|fullført|gennemfort|gennemført|reusit|godkendt|godkjent|dokoncen|uspes|schvalen|prodej$|prodan|myyty|myynti|maksettu|hyvaksyt|eladas|eladva|fizetve|sikeres|teljesit|vanzare|vandut|platit|finalizat|odendi|basaril|tamamland|onayland|satis$|satild|сплачен|виконан|πωληση|ολοκληρ|επιτυχ|مدفوع|مكتمل|ناجح|تم |تم$|بيع|مقبول|成功|完成|已支付|已完成|已出货|出货成功|支付成功|支付完成|已付款|销售|販売|完了|売上|承認|正常|済|完료|완료|성공|승인|판매|สำเร็จ',
)

function begin(words: string): RegExp {
  // Texts are compared without marks, such as vowels in Thai.
  return new RegExp(`^(?:${words.normalize('NFKD').replaceAll(/\p{M}/gu, '').normalize('NFC')})`, 'u')
}

/** Status codes by the header of their column: Nayax settles with 12; platforms of one Chinese family deliver with 2. */
const CODES: Readonly<Record<string, readonly string[]>> = { 'transaction status id': ['12'], 订单状态: ['2'] }

/** A negation: "not paid" is open, and "not refunded" needs the user to decide. */
const NEGATION =
  /^(?:(?:no|not|not yet|non|nicht|noch nicht|nie|не|nao|niet|nog niet|ej|inte|ikke|ei|nem|nu|jo|sin|sans|ohne|sem|senza|bez)\s|尚?未)/u

/** The state of a word; null if unknown. */
export function stateNamed(text: string): SaleState | null {
  const plain = plainHead(text.replaceAll(/[()[\]]/g, ' '))
    .normalize('NFC')
    .replaceAll('ı', 'i')
  if (plain === '' || plain.length > 60) return null
  const whole = STATES.find(([, pattern]) => pattern.test(plain))?.[0]
  if (whole) return whole
  if (NO_SALES.test(plain)) return 'NO_SALE'
  if (NEGATION.test(plain)) return SOLD.test(plain.replace(NEGATION, '')) ? 'UNSETTLED' : null
  if (SOLD.test(plain)) return laterState(plain) ?? 'SOLD'
  return laterState(plain) ?? (parts(plain).some((part) => SOLD.test(part)) ? 'SOLD' : null)
}

/** The state in a later word: "sale (refunded)", "card declined". */
const laterState = (plain: string): SaleState | null =>
  parts(plain).flatMap((part) => STATES.find(([, pattern]) => pattern.test(part))?.[0] ?? [])[0] ?? null

/** The later words of a text: "card declined". */
const parts = (plain: string) => {
  const words = plain.split(' ')
  return words.length > 4 ? [] : words.slice(1).map((_, at) => words.slice(at + 1).join(' '))
}

/** The state of a row according to its status column; null if the word is unknown. */
export function stateOf(text: string, head: string): SaleState | null {
  const plain = text.trim().toLowerCase()
  if (plain === '') return 'SOLD'
  const codes = CODES[plainHead(head)]
  if (codes && /^\d+$/.test(plain)) return codes.includes(plain) ? 'SOLD' : 'CANCELLED'
  return stateNamed(text)
}

/** Headers of yes/no or amount columns that mark a row as not a sale. */
const FLAGS: readonly [SaleState, RegExp][] = [
  [
    'REFUND',
    /refund|chargeback|reversal|storno|erstatt|ruckbuch|reembols|devol|rembours|rimbors|estorn|возврат|terugbeta|aterbeta|vracen|iade|zwrot|استرداد|退款|返金|返品/u,
  ],
  ['CANCELLED', /cancel|void|declin|annul|anul|storniert|abgebrochen|odrzuc|iptal|zrusen|отмен|ملغ|取消|撤销/u],
  ['TEST', /^(?:is )?test(?: vend| mode| sale)?$|testverkauf|テスト|测试|тест/u],
]
const NO_FLAG =
  /request|reason|by$|grund|motif|motiv|prichin|причин|policy|original|related|until|phone|e ?mail|rate|fee|gebuhr|理由|number of|count|transaction id$/u
/** Headers of columns in which "no" marks a row as not a sale. */
const SUCCESS_FLAGS =
  /^(?:is )?(?:approved|success|successful|paid|vended|dispensed|delivered|completed|settled|accepted|vend success|genehmigt|erfolgreich|bezahlt|ausgegeben|reussi|paye|accepte|aprobad[oa]|pagad[oa]|aprovad[oa]|pag[oa]|approvat[oa]|pagat[oa]|betaald|geslaagd|betald|godkand|zaplaceno|schvaleno|odendi|basarili|oplacon[ae]|udana|оплачено|успешно|выдано|مدفوع|成功|已支付|支払済)$/u

const YES =
  /^(?:y|yes|true|t|x|v|1|ja|j|wahr|oui|o|vrai|si|s|vero|verdadero|sim|verdadeiro|tak|prawda|ano|da|да|evet|e|joo|igen|はい|是|有|✓|✔|☑|نعم|○|●)$/u
/** Includes what systems write where there is no value. */
const NO =
  /^(?:n|no|false|f|0|nein|falsch|non|faux|nao|nie|fałsz|falso|ne|нет|hayir|h|nej|nee|ei|nem|nu|いいえ|否|无|無|✗|لا|[-–—]|×|#?n\/a|n\. ?a\.?|none|null|nil|k\. ?a\.?|n\. ?d\.?|n\/d|s\/d|b\. ?d\.?|brak|なし)$/u

export const isYes = (text: string): boolean => YES.test(flat(text))
export const isNo = (text: string): boolean => NO.test(flat(text))
const flat = (text: string) => text.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')

/** The meaning of a yes/no or amount column, by its header. */
export function flagOf(head: string): { state: SaleState; when: 'YES' | 'NO' } | null {
  const plain = plainHead(head)
  if (plain === '' || NO_FLAG.test(plain)) return null
  if (SUCCESS_FLAGS.test(plain)) return { state: 'CANCELLED', when: 'NO' }
  const state = FLAGS.find(([, pattern]) => pattern.test(plain))?.[0]
  return state === undefined ? null : { state, when: 'YES' }
}
