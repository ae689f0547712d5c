import { encoded, type Layout, rows, workbookOf } from './layout.ts'

/** Reports in further languages and notations: times before dates, words for means of payment, and amounts before fees. */
export const FURTHER: readonly Layout[] = [
  {
    name: 'Vietnamese times before their dates',
    file: rows(
      'Máy,Thời gian,Sản phẩm,Giá,Thanh toán',
      'Foyer,10:05:11 13/03/2026,Cola,"1,50",Tiền mặt',
      'Hall,10:06:11 14/03/2026,Water,"2,00",MoMo',
    ),
    new: 2,
    sum: 350,
    from: '2026-03-13 09:05:11',
    until: '2026-03-14 09:06:11',
    types: ['CASH', 'CREDIT_CARD'],
  },
  {
    name: 'Brazilian gross amounts before a negative fee',
    file: encoded(
      rows(
        'Relatório de vendas;;;;;;;',
        'Data da venda;Hora da venda;Forma de pagamento;Valor bruto;Taxa/tarifa;Valor líquido;NSU/DOC;Número da máquina',
        '13/03/2026;10:05;Débito;1,50;-0,03;1,47;900017;Foyer',
        '14/03/2026;10:06;Crédito;2,00;-0,04;1,96;900018;Hall',
      ),
      'windows-1252',
    ),
    new: 2,
    sum: 350,
    from: '2026-03-13 09:05:00',
    until: '2026-03-14 09:06:00',
  },
  {
    name: 'net amounts beside negative fees, with headers of no language',
    file: rows(
      'Machine,Date,Aa,Bb,Cc',
      'Foyer,2026-03-13 10:05,1.50,-0.03,1.47',
      'Hall,2026-03-14 10:06,2.00,-0.04,1.96',
      'Hall,2026-03-15 10:06,1.75,-0.04,1.71',
    ),
    new: 3,
    sum: 525,
    doubts: ['AMOUNT_COLUMN'],
  },
  {
    name: 'Dutch weekdays before dates, and the word behind the hour',
    file: rows(
      'Automaat;Tijdstip;Keuze;Artikel;Bedrag incl. btw;Betaalmiddel',
      'Foyer;vr 13-03-2026 10:05 u;11;Cola;€ 1,50;Contant',
      'Hall;za 14-03-2026 10:06 uur;12;Water;€ 2,00;Pin',
    ),
    new: 2,
    sum: 350,
    from: '2026-03-13 09:05:00',
    until: '2026-03-14 09:06:00',
    slots: ['11', '12'],
    types: ['CASH', 'CREDIT_CARD'],
  },
  {
    name: 'stamps of fourteen digits under an unknown header',
    file: rows('DEVICE;AAA;COL;ITEM;CENTS', 'Foyer;20260313100511;11;Cola;150', 'Hall;20260314100611;12;Water;200'),
    new: 2,
    sum: 350,
    from: '2026-03-13 09:05:11',
    until: '2026-03-14 09:06:11',
  },
  {
    name: 'Finnish hours and minutes with a point',
    file: rows(
      'Automaatti;Päivämäärä;Kellonaika;Tuote;Hinta;Maksutapa',
      'Foyer;13.3.2026;10.05;Cola;1,50 €;Käteinen',
      'Hall;14.3.2026;9.06;Water;2,00 €;Kortti',
    ),
    new: 2,
    sum: 350,
    from: '2026-03-13 09:05:00',
    until: '2026-03-14 08:06:00',
  },
  {
    name: 'Indonesian hours and means of payment',
    file: rows(
      'Mesin;Tanggal;Jam;Produk;Harga;Metode Pembayaran',
      'Foyer;13 Mar 2026;10.05;Cola;1,50;Tunai',
      'Hall;14 Mar 2026;09.06;Water;2,00;QRIS',
    ),
    new: 2,
    sum: 350,
    from: '2026-03-13 09:05:00',
    until: '2026-03-14 08:06:00',
    types: ['CASH', 'CREDIT_CARD'],
  },
  {
    name: 'Croatian letters in the header alone',
    file: encoded(
      rows(
        'Naziv automata;Vrijeme prodaje;Odabir;Artikl;Cijena;Način plaćanja',
        'Foyer;13.03.2026. 10:05:11;11;Cola;1,50 €;Gotovina',
        'Hall;14.03.2026. 10:06:11;12;Water;2,00 €;Kartica',
      ),
      'windows-1250',
    ),
    new: 2,
    sum: 350,
    slots: ['11', '12'],
    types: ['CASH', 'CREDIT_CARD'],
  },
  {
    name: 'months joined to their days, and zones of Java',
    file: rows(
      'Machine,Sold at,Product,Amount',
      'Foyer,13MAR2026 10:05:11,Cola,1.50',
      'Foyer,13MAR26:11:05:11,Cola,1.50',
      'Hall,2026-03-14T10:06:11+01:00[Europe/Berlin],Water,2.00',
    ),
    new: 3,
    sum: 500,
    from: '2026-03-13 09:05:11',
    until: '2026-03-14 09:06:11',
  },
  {
    name: 'marks in front of texts in a workbook, as of a converted CSV',
    file: workbookOf([
      {
        name: 'Sales',
        rows: [
          ['Date', 'Machine', 'Slot', 'Amount'],
          ["'13.03.2026 10:05", '="Foyer"', '`011', "'1,50"],
          ["'14.03.2026 10:05", '="Hall"', '`012', "'2,00"],
        ],
      },
    ]),
    new: 2,
    sum: 350,
    slots: ['011', '012'],
  },
  {
    name: 'marks in front of texts in a page',
    file: "<table><tr><td>Date<td>Machine<td>Amount</tr><tr><td>'13.03.2026 10:05<td>Foyer<td>'1,50</tr><tr><td>'14.03.2026 10:05<td>Hall<td>'2,00</tr></table>",
    new: 2,
    sum: 350,
  },
  {
    name: 'a pivot of days below the name of its machine',
    file: rows(
      'Maschine: Foyer',
      'Artikel;Preis;13.03.2026;14.03.2026;15.03.2026;16.03.2026;Summe',
      'Cola;1,50;1;2;;1;4',
      'Water;2,00;2;;1;1;4',
      'Snickers;1,00;;1;1;1;3',
    ),
    new: 0,
    sum: 0,
    notes: { MACHINE_LINES: 1, SUMS: 4 },
    doubts: ['TOTAL_WORDS'],
    holds: 'PIVOT',
  },
]
