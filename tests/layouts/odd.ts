import { type Layout, rows } from './layout.ts'

/** Files with columns that look like others, and rows that look like sales. */
export const ODD: readonly Layout[] = [
  {
    name: 'top-ups of a wallet, and times in the zone of a header in words',
    file: rows(
      'Transaction Time (PT),Device,Amount,Discount,Net,Type',
      '3/13/2026 7:05 PM,Foyer,1.50,0.25,1.25,Purchase',
      '3/14/2026 7:05 PM,Foyer,5.00,0,5.00,Wallet Reload',
    ),
    new: 1,
    sum: 150,
    from: '2026-03-14 02:05:00',
    notes: { NO_SALES: 1 },
  },
  {
    name: 'numbers of rooms are no codes of payments, and added value is no sale',
    file: rows(
      'Location,Room,Card Number,Transaction Time,Transaction Type,Amount,Balance',
      'Foyer,1,1234,03/13/2026 19:05:11,Vend,1.50,8.50',
      'Foyer,1,1234,03/13/2026 19:15:11,Add Value,10.00,18.50',
    ),
    new: 1,
    sum: 150,
    notes: { NO_SALES: 1 },
    types: ['UNKNOWN'],
  },
  {
    name: 'Finnish times of day are no amounts',
    file: rows('Pvm;Klo;Laite;Tuote;Hinta;Maksutapa', '13.3.2026;10.05;Foyer;Cola;1,50;Kortti'),
    new: 1,
    sum: 150,
    from: '2026-03-13 09:05:00',
    types: ['CREDIT_CARD'],
  },
  {
    name: 'selections beside codes of readers',
    file: rows('vPos,Machine,Sold at,Product,Button,"Price, EUR"', 'VP-1,Foyer,2026-03-13T10:05:33+02:00,Cola,11,1.50'),
    new: 1,
    sum: 150,
    slots: ['11'],
  },
  {
    name: 'two tables side by side are refused',
    file: rows('Foyer;;;Hall;;', 'Date;Product;Amount;Date;Product;Amount', '13.03.2026 10:05;Cola;1,50;13.03.2026 11:05;Water;2,00'),
    new: 0,
    sum: 0,
    holds: 'SIDE_BY_SIDE',
    notes: { SUMS: 1 },
  },
  {
    name: 'pieces sold since the visit before',
    file: rows('Visit;Machine;Product;Sold;Price', '13.03.2026;Foyer;Cola;12;1,50', '20.03.2026;Foyer;Cola;9;1,50'),
    new: 21,
    sum: 3_150,
    doubts: ['NO_TIME'],
  },
  {
    name: 'cash counts of days are no sales',
    file: rows('Date;Machine;Coins;Notes;Total', '13.03.2026;Foyer;25,50;10,00;35,50', '20.03.2026;Foyer;22,50;15,00;37,50'),
    new: 0,
    sum: 0,
    notes: { SUMS: 2 },
    doubts: ['NO_TIME', 'SUMS'],
  },
  {
    name: 'stock of products is no amount',
    file: rows('Date;Machine;Product;Stock;Min;Max', '13.03.2026;Foyer;Cola;5;2;10'),
    new: 0,
    sum: 0,
    refused: 1,
    doubts: ['NO_TIME'],
    problems: ['MISSING'],
  },
]
