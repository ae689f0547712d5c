import { encoded, type Layout, rows } from './layout.ts'

/** Lists of card terminals, tills and telemetry in the words of their makers. */
export const TILLS: readonly Layout[] = [
  {
    name: 'till: line items, and convenience fees as rows of their own',
    file: rows(
      'Device,Location Name,Trans Date,Trans Type,Line Item,Qty,Unit Amt,Total Amt',
      'VJ1,Foyer,3/13/2026 10:05:22 AM,Credit,Cola,1,1.50,1.50',
      'VJ1,Foyer,3/13/2026 10:05:22 AM,Credit,Convenience Fee,1,0.10,0.10',
      'VJ1,Foyer,3/14/2026 1:05:22 PM,Cash,Water,1,1.20,1.20',
    ),
    new: 2,
    sum: 270,
    notes: { NO_SALES: 1 },
    types: ['CASH', 'CREDIT_CARD'],
  },
  ...[
    'Zählerstand alt;Zählerstand neu',
    'Zähler Anfang;Zähler Ende',
    'Previous reading;Current reading',
    'Licznik poprzedni;Licznik bieżący',
    'Relevé précédent;Relevé actuel',
    'Lectura anterior;Lectura actual',
    'Leitura anterior;Leitura atual',
    'Lettura precedente;Lettura attuale',
    '前回カウンター;今回カウンター',
  ].map(
    (heads): Layout => ({
      name: `till: rows with ${heads} are totals`,
      file: rows(`Datum;Automat;${heads};Verkäufe;Umsatz`, '13.03.2026;Foyer;1000;1020;20;30,00', '20.03.2026;Foyer;1020;1050;30;45,00'),
      new: 0,
      sum: 0,
      notes: { SUMS: 2 },
      doubts: ['UNIT_PRICE'],
      holds: 'AGGREGATE',
    }),
  ),
  ...[
    'Mode de règlement',
    'Moyen de règlement',
    'TIPO PAGAMENTO',
    'Modalità di pagamento',
    'Bezahlart',
    'Zahlungsmittel',
    'Medio de pago',
    'Meio de pagamento',
    'Rodzaj płatności',
    'Payment mode',
    '決済種別',
  ].map(
    (head): Layout => ({
      name: `till: means of payment below ${head}`,
      file: rows(
        `Date;Machine;Product;Amount;${head}`,
        '2026-03-13 10:05;Foyer;Cola;1,50;Espèces',
        '2026-03-14 10:05;Foyer;Water;1,20;Badge',
      ),
      new: 2,
      sum: 270,
      types: ['BADGE', 'CASH'],
    }),
  ),
  {
    name: 'till: euro signs in Windows-1252 in the header and the amounts',
    file: encoded(
      rows('Aufstellort;Datum;Uhrzeit;Artikel;Betrag €', 'Bahnhof Süd;13.03.2026;10:05;Cola;1,50 €', 'Foyer;14.03.2026;10:05;Water;1,20 €'),
      'windows-1252',
    ),
    new: 2,
    sum: 270,
  },
  {
    name: 'till: serial numbers of dates and parts of days as text',
    file: rows(
      'Date,Time,Machine,Product,Amount',
      '46094,0.420138888888889,Foyer,Cola,1.5',
      '46095,0.5,Foyer,Water,1.2',
      '46096,0.25,Foyer,Water,1.2',
    ),
    new: 3,
    sum: 390,
    from: '2026-03-13 09:05:00',
    until: '2026-03-15 05:00:00',
  },
  {
    name: 'till: times of day with a and p alone',
    file: rows('Date,Time,Site,Item,Sales', '3/13/26,1:05p,Foyer,Cola,1.50', '3/14/26,10:05a,Foyer,Water,1.20'),
    new: 2,
    sum: 270,
    from: '2026-03-13 12:05:00',
    until: '2026-03-14 09:05:00',
  },
  {
    name: 'till: dates and times of day in one cell with a and p alone',
    file: rows('Date,Machine,Product,Sales', '3/13/2026 1:05p,Foyer,Cola,1.50', '3/14/2026 10:05 A,Foyer,Water,1.20'),
    new: 2,
    sum: 270,
    from: '2026-03-13 12:05:00',
    until: '2026-03-14 09:05:00',
  },
  {
    name: 'till: names in Turkish capitals, with and without their dots',
    file: encoded(
      rows('TARİH;SAAT;MAKİNE;ÜRÜN;TUTAR', '13.03.2026;10:05;İSTANBUL ŞİŞLİ;SNİCKERS;1,50', '13.03.2026;11:05;Istanbul Şişli;Water;1,20'),
      'windows-1254',
    ),
    new: 2,
    sum: 270,
  },
  {
    name: 'till: several products with their numbers in one cell',
    file: rows('Date;Machine;Items;Total', '2026-03-13 10:05;Foyer;2x Cola, 1x Water;4,20', '2026-03-13 11:05;Foyer;1 x Water;1,20'),
    new: 4,
    sum: 540,
    doubts: ['BASKETS'],
  },
]
