import { rows, workbookOf } from './layout.ts'
import type { OperatorList } from './operators.ts'

const product = (sku: string, name: string) => [sku, name, 'PIECE', '1 PIECE', 0, 0, null]

/** Lists with gaps: without article numbers, with lost zeros, and with records that are no longer in use. */
export const RECORDS: readonly OperatorList[] = [
  {
    name: 'products without article numbers, by their unique names',
    kind: 'PRODUCTS',
    file: rows('Artikel;Preis', 'Fanta 0,33;1,50', 'Sprite;1,40'),
    stored: [product('Fanta 0,33', 'Fanta 0,33'), product('Sprite', 'Sprite')],
    doubts: ['NAMES_FOR_NUMBERS'],
    leftOut: ['Preis'],
  },
  {
    name: 'products of which only some have a bar code',
    kind: 'PRODUCTS',
    file: rows('Product,EAN', 'Sprite,5449000000996', 'Nuts,'),
    stored: [product('Sprite', 'Sprite'), product('Nuts', 'Nuts')],
    doubts: ['NAMES_FOR_NUMBERS'],
  },
  {
    name: 'products without article numbers whose names are not unique',
    kind: 'PRODUCTS',
    file: rows('Name,Price', 'Tea,1.50', 'Tea,1.70'),
    stored: [],
    problems: ['sku MISSING ', 'sku MISSING '],
    leftOut: ['Price'],
  },
  {
    name: 'a product that is stopped may be discontinued, other than a machine',
    kind: 'PRODUCTS',
    file: rows('SKU;Name;Status', 'a1;Nuts;Aktiv', 'a2;Bar;Gestoppt'),
    stored: [product('a1', 'Nuts'), product('a2', 'Bar')],
    doubts: ['ACTIVITY'],
  },
  {
    name: 'products with a status, of which unknown ones are doubted',
    kind: 'PRODUCTS',
    file: rows('SKU;Name;Status', 'a1;Nuts;Aktiv', 'a2;Bar;Ausgelistet', 'a3;Gum;Saison', 'a4;Tea;'),
    stored: [product('a1', 'Nuts'), product('a3', 'Gum'), product('a4', 'Tea')],
    doubts: ['ACTIVITY'],
    notes: ['INACTIVE 1'],
  },
  {
    name: 'products with yes or no for whether they are active',
    kind: 'PRODUCTS',
    file: rows('SKU,Name,Active', 'a1,Nuts,TRUE', 'a2,Bar,FALSE'),
    stored: [product('a1', 'Nuts')],
    notes: ['INACTIVE 1'],
  },
  {
    name: 'products with a date from which they are discontinued',
    kind: 'PRODUCTS',
    file: rows('SKU,Name,Discontinued', 'a1,Nuts,', 'a2,Bar,2025-01-01', 'a3,Gum,no'),
    stored: [product('a1', 'Nuts'), product('a3', 'Gum')],
    notes: ['INACTIVE 1'],
  },
  {
    name: 'machines that are no longer installed, in a column of another name',
    kind: 'MACHINES',
    file: rows('自販機名,機種別,種類,稼働', '駅,A,スナック,稼働中', '港,A,スナック,撤去'),
    stored: [['駅', null, null]],
    notes: ['INACTIVE 1'],
    leftOut: ['機種別'],
  },
  {
    name: 'German postal codes without their zero beside the country',
    kind: 'MACHINES',
    file: rows('Name;Typ;Straße;PLZ;Ort;Land', 'A1;Snack;Weg 1;1067;Dresden;Deutschland', 'A2;Snack;Weg 2;1010;Wien;Österreich'),
    stored: [
      ['A1', 'Weg 1, 01067 Dresden, Deutschland', null],
      ['A2', 'Weg 2, 1010 Wien, Österreich', null],
    ],
    doubts: ['POSTAL_ZEROS'],
  },
  {
    name: 'short postal codes without a country',
    kind: 'MACHINES',
    file: rows('Name;Typ;Straße;PLZ;Ort', 'A1;Snack;Weg 1;1067;Dresden', 'A2;Snack;Weg 2;80331;München'),
    stored: [
      ['A1', 'Weg 1, 1067 Dresden', null],
      ['A2', 'Weg 2, 80331 München', null],
    ],
    doubts: ['POSTAL_SHORT'],
  },
  {
    name: 'machines with two intervals of opening hours on a day',
    kind: 'MACHINES',
    file: rows('Name;Typ;Öffnungszeiten', 'A1;Snack;Mo-Fr 8:00-12:00 und 13:00-17:00', 'A2;Snack;Mo-Fr 8-17'),
    stored: [
      ['A1', null, 'Mo-Fr 08:00-12:00,13:00-17:00'],
      ['A2', null, 'Mo-Fr 08:00-17:00'],
    ],
  },
  {
    name: 'machines in a workbook that fills numbers with zeros',
    kind: 'MACHINES',
    file: workbookOf([
      {
        name: 'Automaten',
        rows: [
          ['Nr.', 'Typ', 'Straße', 'PLZ', 'Ort'],
          [{ zeros: 12 }, 'Kaffee', 'Weg 1', { zeros: 1067 }, 'Dresden'],
          [{ zeros: 13 }, 'Snack', 'Weg 2', { zeros: 80331 }, 'München'],
        ],
      },
    ]),
    stored: [
      ['00012', 'Weg 1, 01067 Dresden', null],
      ['00013', 'Weg 2, 80331 München', null],
    ],
  },
  {
    name: 'American machines with hours and longer postal codes',
    kind: 'MACHINES',
    file: rows(
      'Asset #,Type,Address,City,State,Zip,Status,Hours',
      '101,Snack,1 Main St,Dayton,OH,45402,Active,24/7',
      '102,Snack,2 Main St,Newark,NJ,07102-1234,In storage,Mon-Sat 10am-9pm',
      '103,Snack,3 Main St,Dayton,OH,45402,Retired,',
    ),
    stored: [
      ['101', '1 Main St, Dayton, OH 45402', null],
      ['102', '2 Main St, Newark, NJ 07102-1234', 'Mo-Sa 10:00-21:00'],
    ],
    doubts: ['ACTIVITY'],
    notes: ['INACTIVE 1'],
  },
  {
    name: 'volumes with their packaging',
    kind: 'PRODUCTS',
    file: rows('Artikelnr.;Artikelbezeichnung;Inhalt', '000123;Fritz-Kola;0,33 l Flasche'),
    stored: [['000123', 'Fritz-Kola', 'PIECE', '330 MILLILITRE', 0, 0, null]],
  },
  {
    name: 'a planogram whose spirals are numbered within their trays',
    kind: 'PLANOGRAMS',
    file: rows('Machine;Plateau;Spirale;Désignation;Prix de vente', 'Foyer;1;0;Cola;1,50', 'Foyer;1;1;Cola;1,20', 'Foyer;2;0;;'),
    stored: [
      ['Foyer', '10', 'Cola', 150, null],
      ['Foyer', '11', 'Cola', 120, null],
      ['Foyer', '20', null, null, null],
    ],
  },
  {
    name: 'products with codes for their status',
    kind: 'PRODUCTS',
    file: rows('SKU,Name,Status', 'a1,Nuts,A', 'a2,Bar,D'),
    stored: [product('a1', 'Nuts'), product('a2', 'Bar')],
    doubts: ['ACTIVITY'],
  },
  {
    name: 'Spanish products of which one is withdrawn',
    kind: 'PRODUCTS',
    file: rows('Código;Artículo;P. Coste;P. Venta;Baja', '10;Agua;0,30;1,00;', '11;Zumo;0,50;1,50;S'),
    stored: [['10', 'Agua', 'PIECE', '1 PIECE', 30, 0, null]],
    notes: ['INACTIVE 1'],
    leftOut: ['P. Venta'],
  },
  {
    name: 'Polish machines by number, with one short postal code',
    kind: 'MACHINES',
    file: rows(
      'Nr;Nazwa lokalizacji;Typ;Ulica;Kod;Miasto',
      '1;Szpital;Kawa;Szpitalna 1;01-234;Warszawa',
      '2;Dworzec;Snack;Dworcowa 2;1234;Warszawa',
    ),
    stored: [
      ['1', 'Szpital, Szpitalna 1, 01-234 Warszawa', null],
      ['2', 'Dworzec, Dworcowa 2, 1234 Warszawa', null],
    ],
    doubts: ['POSTAL_SHORT'],
  },
]
