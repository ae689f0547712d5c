import { expect, test } from 'vitest'
import { rowsOfGrid } from './slot-grids.ts'

const rowsOf = (text: string) =>
  text.split('\n').map((line, index) => ({ number: index + 1, cells: line.split(';').map((cell) => cell.replaceAll('\\n', '\n')) }))
const converted = (text: string) =>
  rowsOfGrid(rowsOf(text))?.map(({ number, cells }) => [number, ...cells.filter((cell) => cell !== null)].join(';'))

test.each([
  [
    'shelves with letters, and prices behind products',
    'Planogram Foyer;;;\n;1;2;3\nA;Nut Bar 1,20 €;Nut Bar EUR 1,20;\nB;Cola 1,80 €;Water 0,5 l 1,50 €;-',
    [
      '1;Planogram Foyer;;;',
      '2;Slot;Product;Price;Maximum',
      '3;A1;Nut Bar;1,20 €',
      '3;A2;Nut Bar;EUR 1,20',
      '4;B1;Cola;1,80 €',
      '4;B2;Water 0,5 l;1,50 €',
    ],
  ],
  [
    'shelves with numbers, and prices and maxima below products',
    'Row;1;2\n1;Bar;Chips\n;1.20;1.50\n;10;8\n2;Cola;Water\n;1.80;1.00',
    ['1;Slot;Product;Price;Maximum', '2;11;Bar;1.20;10', '2;12;Chips;1.50;8', '5;21;Cola;1.80', '5;22;Water;1.00'],
  ],
  [
    'lines of slots, products and prices, with labels',
    'Slot;11;12;13\nProduct;Bar;Chips;\nPrice;1.20;1.50;\nSlot;21;22;23\nProduct;Cola;Cola;Water\nPrice;1.80;1.80;1.00',
    ['1;Slot;Product;Price;Maximum', '2;11;Bar;1.20', '2;12;Chips;1.50', '5;21;Cola;1.80', '5;22;Cola;1.80', '5;23;Water;1.00'],
  ],
  [
    'shelves of two machines below their names',
    'Foyer;;\n;A;B\n1;Bar\\n1.20;Cola\\n1.80\n2;Bar\\n1.20;Cola\\n1.80\n;;\nHall;;\n;A;B\n1;Bar\\n1.30;Cola\\n1.90\n2;Bar\\n1.30;Cola\\n1.90',
    [
      '1;Foyer;;',
      '2;Slot;Product;Price;Maximum',
      ...['3;A1;Bar;1.20', '3;B1;Cola;1.80', '4;A2;Bar;1.20', '4;B2;Cola;1.80'],
      ...['5;;;', '6;Hall;;'],
      ...['8;A1;Bar;1.30', '8;B1;Cola;1.90', '9;A2;Bar;1.30', '9;B2;Cola;1.90'],
    ],
  ],
  [
    'names that end with volumes keep them if some have no price',
    ';1;2\nA;Cola 0,33;Bar\nB;Water 0,50;Chips',
    ['1;Slot;Product;Price;Maximum', '2;A1;Cola 0,33', '2;A2;Bar', '3;B1;Water 0,50', '3;B2;Chips'],
  ],
])('converts %s', (_, text, rows) => {
  expect(converted(text)).toEqual(rows)
})

test.each([
  ['a list with headers', 'Slot;Product;Price\n11;Bar;1.20\n12;Cola;1.80'],
  ['a list without headers', '11;Bar;1.20\n12;Cola;1.80'],
  ['a list of numbers', 'Slot;Sku;Max\n11;101;10\n12;102;8'],
  ['a list whose product is last', '11;10;Bar\n12;8;Cola'],
  ['days as columns', 'Product;1;2;3\nBar;4;5;6\nCola;1;2;3'],
])('leaves %s', (_, text) => {
  expect(rowsOfGrid(rowsOf(text))).toBeNull()
})
