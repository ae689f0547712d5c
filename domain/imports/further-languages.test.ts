import { expect, test } from 'vitest'
import { plainHead } from './heads.ts'
import { understand } from './recognise.ts'
import { PAYMENT_WORDS } from './words.ts'

const FIELDS = ['at', 'machine', 'product', 'quantity', 'amount', 'type'] as const
/** Six sales of a company without machines and products, so that the columns can be recognised by their headings alone. */
const rows = (heads: readonly string[], cash: string, card: string) =>
  [
    heads,
    ...[1, 2, 3, 4, 5, 6].map((day) => [
      `2026-03-0${day} 10:15:00`,
      `A${day % 2}`,
      `P${day % 3}`,
      `${1 + (day % 2)}`,
      `${1 + (day % 2)}.50`,
      day % 2 ? cash : card,
    ]),
  ].map((cells, index) => ({ cells: [...cells], number: index + 1 }))

test.each<[language: string, heads: string, payments: [string, string]]>([
  ['Korean', '판매일시;자판기명;상품명;수량;판매금액;결제수단', ['현금', '카드']],
  ['Hebrew', 'תאריך;שם מכונה;שם מוצר;כמות;סכום;אמצעי תשלום', ['מזומן', 'אשראי']],
  ['Greek', 'Ημερομηνία;Μηχάνημα;Προϊόν;Ποσότητα;Ποσό;Τρόπος πληρωμής', ['Μετρητά', 'Κάρτα']],
  ['Thai', 'วันที่;เครื่อง;สินค้า;จำนวนชิ้น;จำนวนเงิน;วิธีชำระเงิน', ['เงินสด', 'บัตร']],
  ['Vietnamese', 'Ngày giờ;Tên máy;Sản phẩm;Số lượng;Thành tiền;Phương thức thanh toán', ['Tiền mặt', 'Thẻ']],
  ['Persian', 'تاریخ;دستگاه;محصول;تعداد;مبلغ;روش پرداخت', ['نقدی', 'کارت']],
  ['Croatian', 'Datum i vrijeme;Aparat;Proizvod;Količina;Iznos;Način plaćanja', ['Gotovina', 'Kartica']],
  ['Serbian', 'Датум;Апарат;Производ;Количина;Износ;Начин плаћања', ['Готовина', 'Картица']],
  ['Slovene', 'Datum in čas;Avtomat;Izdelek;Količina;Znesek;Način plačila', ['Gotovina', 'Kartica']],
  ['Ukrainian', 'Дата;Автомат;Товар;Кількість;Сума;Спосіб оплати', ['Готівка', 'Картка']],
  ['Romanian', 'Data și ora;Automat;Produs;Cantitate;Sumă;Metodă de plată', ['Numerar', 'Card']],
  ['Lithuanian', 'Data;Automatas;Prekė;Kiekis;Suma;Mokėjimo būdas', ['Grynieji', 'Kortelė']],
  ['Latvian', 'Datums;Aparāts;Prece;Daudzums;Summa;Maksājuma veids', ['Skaidra nauda', 'Karte']],
  ['Estonian', 'Kuupäev;Automaat;Toode;Kogus;Summa;Makseviis', ['Sularaha', 'Kaart']],
  ['Norwegian', 'Dato;Automat;Vare;Antall;Beløp;Betalingsmåte', ['Kontant', 'Kort']],
])('columns and payments of %s sales are recognised', (_, heads, [cash, card]) => {
  const { mapping } = understand(rows(heads.split(';'), cash, card), 'SALES')
  expect([cash, card].map((word) => PAYMENT_WORDS.get(plainHead(word)))).toEqual(['CASH', 'CREDIT_CARD'])
  expect(mapping).toMatchObject(Object.fromEntries(FIELDS.map((field, column) => [field, column])))
})
