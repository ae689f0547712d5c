import { type Layout, rows } from './layout.ts'

const turned = (name: string, ...file: string[]): Layout => ({
  name,
  file: rows(...file),
  new: 0,
  sum: 0,
  notes: { SUMS: file.length - 1 },
  holds: 'PIVOT',
})

/** Tables whose columns are months, days or names, and files with amounts in two currencies. */
export const PIVOTS: readonly Layout[] = [
  turned('months as columns are totals', 'Machine;Product;Jan;Feb;Mar', 'Foyer;Cola;12;15;9', 'Hall;Cola;3;4;5'),
  turned('months with years as columns are totals', 'Machine,2026-01,2026-02,2026-03', 'Foyer,120.50,99.00,87.25'),
  turned('Polish weekdays as columns are totals', 'Automat;Pon;Wt;Śr;Czw;Pt', 'Foyer;12;15;9;4;3'),
  {
    name: 'days as columns are totals',
    file: rows('Machine,01/03/2026,02/03/2026,03/03/2026', 'Foyer,12,15,9'),
    new: 0,
    sum: 0,
    notes: { SUMS: 2 },
    holds: 'PIVOT',
  },
  turned('products as columns beside a date are totals', 'Date,Machine,Cola,Water', '2026-03-13,Foyer,12,7', '2026-03-14,Foyer,9,8'),
  turned('machines as columns beside a date are totals', 'Date,Foyer,Hall', '2026-03-13,120.50,70.00'),
  turned('hours as columns are totals', 'Machine,Date,08:00,09:00,10:00', 'Foyer,2026-03-13,12,7,3'),
  {
    name: 'columns named like weekdays are read as sales if that is chosen',
    file: rows('Date;Machine;Mon;Tue;Wed', '2026-03-13 10:05;Foyer;1.50;0;0'),
    choices: { asSales: true },
    new: 1,
    sum: 150,
    holds: 'PIVOT',
  },
  {
    name: 'settlement in a second currency is read in that of the company',
    file: rows(
      'id,Created,Amount,Currency,Converted Amount,Fees,Net,Converted Currency',
      'py_1,2026-03-13 10:00,6.40,PLN,1.50,0.10,1.40,EUR',
      'py_2,2026-03-13 11:00,6.40,PLN,1.50,0.10,1.40,EUR',
    ),
    new: 0,
    sum: 0,
    holds: 'SETTLEMENT',
    notes: { UNMATCHED: 2 },
    doubts: ['CURRENCIES'],
  },
  {
    name: 'settlement in other currencies only is refused',
    file: rows(
      'id,Created,Amount,Currency,Settlement amount,Settlement currency,Fee,Net',
      'py_1,2026-03-13 10:00,1.50,USD,6.40,PLN,0.30,6.10',
    ),
    new: 0,
    sum: 0,
    refused: 1,
    holds: 'SETTLEMENT',
    problems: ['OTHER_CURRENCY'],
    doubts: ['CURRENCIES'],
  },
  {
    name: 'sales in the currency of the card and in that of the company',
    file: rows(
      'Date,Machine,Transaction currency,Transaction amount,Settlement currency,Settlement amount',
      '2026-03-13 10:00,Foyer,PLN,6.40,EUR,1.50',
    ),
    new: 1,
    sum: 150,
    doubts: ['CURRENCIES'],
  },
]
