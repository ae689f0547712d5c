import { type Layout, rows } from './layout.ts'

/** Files that programs write for other programs. */
export const PROGRAMS: readonly Layout[] = [
  {
    name: 'dates of a web log, of photos, and with the month by name between marks',
    file: rows(
      'Time,Machine,Product,Price',
      '13/Mar/2026:10:05:00,Foyer,Cola,1.50',
      '13/Mar/2026:11:05:00 +0000,Foyer,Cola,1.50',
      '2026:03:14 10:05:00,Hall,Water,1.20',
      '15.Mar.2026 10:05,Hall,Water,1.20',
      '2026-Mar-16 10:05,Hall,Water,1.20',
      '2026-03-17:10:05:00,Hall,Water,1.20',
    ),
    new: 6,
    sum: 780,
    from: '2026-03-13 09:05:00',
    until: '2026-03-17 09:05:00',
  },
  {
    name: 'machines and products with line breaks inside their quotes',
    file: rows('Time,Machine,Product,Price,Card', '2026-03-13 10:05,"Bahnhof\nSüd","Cola",1.50,"**** 1234\nVisa"'),
    new: 1,
    sum: 150,
  },
  {
    name: 'amounts with a sign of credit or debit are asked about',
    file: rows(
      'Time,Machine,Amount',
      '2026-03-13 10:05,Foyer,1.50 DR',
      '2026-03-13 11:05,Foyer,"1,200.00 Dr."',
      '2026-03-13 12:05,Foyer,1.50 CR',
    ),
    new: 2,
    sum: 120_150,
    notes: { REFUNDS: 1 },
    doubts: ['STATES'],
  },
  {
    name: 'credits that the user says are refunds',
    file: rows('Time,Machine,Amount', '2026-03-13 10:05,Foyer,€1.50 DR', '2026-03-13 12:05,Foyer,€1.50CR'),
    choices: { states: { DR: 'SOLD', CR: 'REFUND' } },
    new: 1,
    sum: 150,
    notes: { REFUNDS: 1 },
  },
  {
    name: 'payments of a settlement with a sign of debit are refused',
    file: rows('Date,Transaction ID,Gross,Fee,Net', '2026-03-13 10:05,T-1,1.50 DR,0.05,1.45'),
    new: 0,
    sum: 0,
    refused: 1,
    holds: 'SETTLEMENT',
    problems: ['NOT_A_NUMBER'],
  },
  {
    name: 'cells in single quotes, with separators and quotes inside',
    file: rows(
      "'Time','Machine','Note','Product','Price'",
      "'2026-03-13 10:05:00','Foyer','','Cola','1,50'",
      "'2026-03-14 10:05:00','Foyer','light, cold','Cola','1,50'",
      "'2026-03-15 10:05:00','Foyer','Ann''s','Cola','1,50'",
      "'2026-03-16 10:05:00','Foyer','Ann\\'s','Cola','1,50'",
    ),
    new: 4,
    sum: 600,
    from: '2026-03-13 09:05:00',
  },
  {
    name: 'texts in single quotes beside bare numbers',
    file: rows('Time;Machine;Product;Price', "'2026-03-13 10:05:00';'Foyer';'Cola';1.50", "'2026-03-14 10:05:00';'Foyer';NULL;1.50"),
    new: 2,
    sum: 300,
  },
  {
    name: 'an array of objects in JSON',
    file: JSON.stringify(
      [
        { id: 1, soldAt: '2026-03-13T10:05:00+01:00', machine: { name: 'Foyer' }, productName: 'Cola', price: 1.5 },
        { id: 2, soldAt: '2026-03-13T11:05:00+01:00', machine: { name: 'Foyer' }, productName: null, price: 1.5, tags: ['x'] },
      ],
      null,
      2,
    ),
    new: 2,
    sum: 300,
    from: '2026-03-13 09:05:00',
  },
  {
    name: 'objects on lines, some of which lack values',
    file: rows(
      '{"Time":"2026-03-13 10:05","Machine":"Foyer","Product":"Cola","Price":"1,50","Status":"ok"}',
      '{"Price":"1,50","Time":"2026-03-13 11:05","Machine":"Foyer"}',
      '{"Time":"2026-03-13 12:05","Machine":"Foyer","Product":"Cola","Price":"1,50","Status":"refunded"}',
    ),
    new: 2,
    sum: 300,
    notes: { REFUNDS: 1 },
  },
  {
    name: 'a page of objects from an API',
    file: '{"page":{"number":1},"data":[{"date":"2026-03-13 10:05","machine":"Foyer","amount":1.5}],"total":1}',
    new: 1,
    sum: 150,
  },
  {
    name: 'columns aligned by blanks',
    file: rows(
      'Sales report',
      'Date              Machine       Product   Price',
      '2026-03-13 10:05  Foyer         Cola       1,50',
      '2026-03-13 11:05  Hall          Water     12,50',
      '2026-03-13 12:05  Bahnhof Süd   Cola       1,50',
      'Total                                     15,50',
    ),
    new: 3,
    sum: 1_550,
    from: '2026-03-13 09:05:00',
    notes: { TOTALS: 1 },
  },
  {
    name: 'orders with a list of products: the prices of the products are the amounts, and not the repeated total',
    file: JSON.stringify({
      page: 1,
      totalPages: 5,
      data: [
        {
          time: '2026-03-13T10:05:00Z',
          machine: { name: 'Foyer' },
          total: 2.7,
          items: [
            { product: 'Cola', price: 1.5 },
            { product: 'Water', price: 1.2 },
          ],
        },
        { time: '2026-03-14T10:05:00Z', machine: { name: 'Hall' }, total: 1.5, items: [{ product: 'Cola', price: 1.5 }] },
      ],
    }),
    new: 3,
    sum: 420,
    doubts: ['LIST', 'PART'],
  },
  {
    name: 'a total that each product of an order repeats is asked about',
    file: JSON.stringify([
      { time: '2026-03-13T10:05:00Z', machine: 'Foyer', total: 2.7, items: [{ product: 'Cola' }, { product: 'Water' }] },
    ]),
    new: 2,
    sum: 540,
    doubts: ['LIST', 'REPEATED'],
  },
  {
    name: 'sales of one machine, whose name is beside their list',
    file: JSON.stringify({ machine: 'Foyer', sales: [{ time: '2026-03-13T10:05:00Z', product: 'Cola', price: 1.5 }] }),
    new: 1,
    sum: 150,
  },
]
