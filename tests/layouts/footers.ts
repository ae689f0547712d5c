import { type Layout, rows } from './layout.ts'

/** Lines with figures below the sales. */
export const FOOTERS: readonly Layout[] = [
  {
    name: 'figures with a label below the sales',
    file: rows(
      'Date,Machine,Product,Payment,Amount',
      '2026-03-13 10:05,Foyer,Cola,Cash,1.50',
      '2026-03-13 11:15,Foyer,Water,Card,2.00',
      '2026-03-14 08:00,Hall,Cola,Cash,1.50',
      'Number of transactions,3,,,',
      'Average,,,,1.67',
      'Cash,2,,,',
      'Card,1,,,',
    ),
    new: 3,
    sum: 500,
    notes: { TOTALS: 4 },
  },
  {
    name: 'counts with a label in the first column, and times in the third',
    file: rows(
      'Automat;Artikel;Zeit;Zahlart;Betrag',
      'Foyer;Cola;13.03.2026 10:05;Bar;1,50',
      'Hall;Water;13.03.2026 11:15;Karte;2,00',
      'Anzahl Verkäufe:;2;;;',
      'Anzahl Karten:;1;;;',
    ),
    new: 2,
    sum: 350,
    notes: { TOTALS: 2 },
  },
  {
    name: 'a row with an unreadable date and complete otherwise stays refused',
    file: rows(
      'Date,Machine,Product,Payment,Amount',
      '2026-03-13 10:05,Foyer,Cola,Cash,1.50',
      'yesterday,Foyer,Water,Card,2.00',
      '2026-03-14 08:00,Hall,Cola,Cash,1.50',
    ),
    new: 2,
    sum: 300,
    refused: 1,
    problems: ['NOT_A_TIME'],
  },
  {
    name: 'table in Markdown with a line below its headings',
    file: rows(
      '| Date | Machine | Product | Amount |',
      '|:-----|---------|---------|-------:|',
      '| 2026-03-13 10:05 | Foyer | Cola | 1.50 |',
      '| 2026-03-13 11:05 | Hall | Water | 2.00 |',
    ),
    new: 2,
    sum: 350,
    notes: { GROUPS: 1 },
  },
  {
    name: 'zones by their English names and those of Windows',
    file: rows(
      'Date,Time,Time Zone,Machine,Product,Amount',
      '03/13/2026,10:05:00,Central European Time,Foyer,Cola,1.50',
      '03/13/2026,10:05:00,W. Europe Standard Time,Hall,Water,2.00',
      '03/13/2026,10:05:00,Eastern European Summer Time,Hall,Cola,1.50',
      '03/13/2026,10:05:00,Eastern Time (US & Canada),Hall,Cola,1.50',
    ),
    new: 4,
    sum: 650,
    from: '2026-03-13 08:05:00',
    until: '2026-03-13 14:05:00',
  },
]
