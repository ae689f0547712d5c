import { type Layout, serial, workbookOf } from './layout.ts'

const HEADS = ['Date', 'Product', 'Amount']
const page = (...tables: string[][][]) =>
  `<html>${tables.map((rows) => `<table>${rows.map((cells) => `<tr><td>${cells.join('</td><td>')}</td></tr>`).join('')}</table>`).join('<p>')}</html>`
const xmlBook = (...sheets: [name: string, rows: string[][]][]) =>
  `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">${sheets
    .map(
      ([name, rows]) =>
        `<Worksheet ss:Name="${name}"><Table>${rows.map((cells) => `<Row>${cells.map((cell) => `<Cell><Data ss:Type="String">${cell}</Data></Cell>`).join('')}</Row>`).join('')}</Table></Worksheet>`,
    )
    .join('')}</Workbook>`

/** Sales of an American file after a program that expects the day first has converted those of the first twelve days of a month. */
const HALF_CONVERTED = workbookOf([
  {
    name: 'Sales',
    rows: [
      ['Date', 'Machine', 'Price'],
      [{ date: serial('2026-02-03T10:00') }, 'Foyer', 1.5],
      [{ date: serial('2026-12-03T11:00') }, 'Foyer', 2],
      ['03/13/2026 12:00', 'Foyer', 1],
      ['03/31/2026 12:00', 'Hall', 1.5],
    ],
  },
])

/** Workbooks with one sheet for each machine, dates that a spreadsheet has converted, and pages with several tables. */
export const SHEETS: readonly Layout[] = [
  {
    name: 'American dates of which a spreadsheet has converted some with day and month exchanged',
    file: HALF_CONVERTED,
    new: 4,
    sum: 600,
    from: '2026-03-02 09:00:00',
    until: '2026-03-31 10:00:00',
    doubts: ['CONVERTED'],
  },
  {
    name: 'converted dates that are right as they are stored',
    file: HALF_CONVERTED,
    choices: { converted: 'AS_STORED' },
    new: 3,
    sum: 400,
    refused: 1,
    problems: ['IN_FUTURE'],
  },
  {
    name: 'dates of a spreadsheet beside texts of the same month',
    file: workbookOf([
      {
        name: 'Sales',
        rows: [
          ['Date', 'Machine', 'Price'],
          [{ date: serial('2026-03-02T10:00') }, 'Foyer', 1.5],
          [{ date: serial('2026-03-11T11:00') }, 'Foyer', 2],
          ['13/03/2026 12:00', 'Foyer', 1],
        ],
      },
    ]),
    new: 3,
    sum: 450,
    from: '2026-03-02 09:00:00',
    until: '2026-03-13 11:00:00',
  },
  {
    name: 'days as serial numbers beside parts of a day, in French',
    file: workbookOf([
      {
        name: 'Feuil1',
        rows: [
          ['Jour', 'Heure', 'Distributeur', 'Montant TTC'],
          [46_094, 0.475, 'Foyer', '1,50 €'],
          [46_095, 0.5, 'Hall', '2,00 €'],
        ],
      },
    ]),
    new: 2,
    sum: 350,
    from: '2026-03-13 10:24:00',
    until: '2026-03-14 11:00:00',
  },
  {
    name: 'serial numbers without a format below a heading in another language',
    file: workbookOf([
      {
        name: 'List1',
        rows: [
          ['Okamžik', 'Automat', 'Cena'],
          [46_094.5, 'Foyer', 1.5],
          [46_094.500694444, 'Foyer', 1.5],
          [46_095.50138888889, 'Hall', 2],
        ],
      },
    ]),
    new: 3,
    sum: 500,
    from: '2026-03-13 11:00:00',
  },
  {
    name: 'one sheet for each machine, of which all are read',
    file: workbookOf([
      { name: 'Cover', rows: [['Sales of March']] },
      {
        name: 'Foyer',
        rows: [HEADS, ['2026-03-13 10:00', 'Cola', 1.5], ['2026-03-13 11:00', 'Water', 2], ['2026-03-13 12:00', 'Cola', 1.5]],
      },
      { name: 'Hall', rows: [['Hall, March'], HEADS, ['2026-03-14 10:00', 'Cola', 1.25]] },
      {
        name: 'Summary',
        rows: [
          ['Machine', 'Sales', 'Amount'],
          ['Foyer', 3, 5],
          ['Hall', 1, 1.25],
        ],
      },
    ]),
    choices: { allSheets: true },
    new: 4,
    sum: 625,
    notes: { MACHINE_LINES: 1, REPEATED_HEADS: 1, GROUPS: 1 },
    doubts: ['OTHER_SHEETS'],
  },
  {
    name: 'one sheet for each machine of an XML workbook',
    file: xmlBook(
      ['Info', [['Exported by Pat']]],
      ['Foyer', [HEADS, ['2026-03-13 10:00', 'Cola', '1.50']]],
      ['Hall', [HEADS, ['2026-03-14 10:00', 'Cola', '1.25']]],
    ),
    choices: { allSheets: true },
    new: 2,
    sum: 275,
    notes: { MACHINE_LINES: 1, REPEATED_HEADS: 1 },
    doubts: ['OTHER_SHEETS'],
  },
  {
    name: 'sheets of unknown machines are refused row by row',
    file: workbookOf([
      { name: 'Foyer', rows: [HEADS, ['2026-03-13 10:00', 'Cola', 1.5], ['2026-03-13 11:00', 'Cola', 1.5]] },
      { name: 'Nowhere', rows: [HEADS, ['2026-03-14 10:00', 'Cola', 1.25]] },
    ]),
    choices: { allSheets: true },
    new: 2,
    sum: 300,
    refused: 1,
    notes: { MACHINE_LINES: 1, REPEATED_HEADS: 1 },
    problems: ['UNKNOWN_MACHINE'],
  },
  {
    name: 'sheets of months with a column of machines',
    file: workbookOf([
      {
        name: 'March',
        rows: [
          ['Date', 'Machine', 'Amount'],
          ['2026-03-13 10:00', 'Foyer', 1.5],
          ['2026-03-13 11:00', 'Hall', 1.5],
        ],
      },
      {
        name: 'April',
        rows: [
          ['Date', 'Machine', 'Amount'],
          ['2026-04-14 10:00', 'Hall', 1.25],
        ],
      },
    ]),
    choices: { allSheets: true },
    new: 3,
    sum: 425,
    notes: { GROUPS: 1, REPEATED_HEADS: 1 },
  },
  {
    name: 'one table of a page is chosen',
    file: page(
      [
        ['Date', 'Machine', 'Amount'],
        ['2026-03-13 10:00', 'Foyer', '1.50'],
      ],
      [
        ['Date', 'Machine', 'Amount'],
        ['2026-03-14 10:00', 'Hall', '2.50'],
        ['2026-03-14 11:00', 'Hall', '2.50'],
      ],
    ),
    choices: { sheet: '2: Date · Machine · Amount' },
    new: 2,
    sum: 500,
  },
]
