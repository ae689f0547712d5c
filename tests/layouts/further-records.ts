import { encoded, rows } from './layout.ts'
import type { OperatorList } from './operators.ts'

/** Lists of machines, products and slots in further languages. */
export const FURTHER_RECORDS: readonly OperatorList[] = [
  {
    name: 'Danish machines with coordinates',
    kind: 'MACHINES',
    file: encoded(
      rows(
        'Automat nr.;Placering;Gade;Husnr.;Postnr.;By;Type;Mærke;Bredde;Længde',
        'A-101;Rådhuset;Rådhuspladsen;1;1550;København V;Snack;Necta;55,6759;12,5655',
        'A-102;Sygehus Nord;Blegdamsvej;9;2100;København Ø;Kaffe;Rheavendors;55,6969;12,5669',
      ),
      'windows-1252',
    ),
    stored: [
      ['A-101', 'Rådhuset, Rådhuspladsen 1, 1550 København V', null],
      ['A-102', 'Sygehus Nord, Blegdamsvej 9, 2100 København Ø', null],
    ],
    doubts: ['POSTAL_SHORT'],
  },
  {
    name: 'Swedish machines with opening hours',
    kind: 'MACHINES',
    file: rows(
      'Automatnummer,Plats,Gatuadress,Postnummer,Ort,Automattyp,Öppettider',
      '201,Entré A,Storgatan 5,114 51,Stockholm,Kaffeautomat,mån-fre 07.00-18.00',
      '202,Entré B,Kungsgatan 12,411 19,Göteborg,Varuautomat,alla dagar 06-22',
    ),
    stored: [
      ['201', 'Entré A, Storgatan 5, 114 51 Stockholm', 'Mo-Fr 07:00-18:00'],
      ['202', 'Entré B, Kungsgatan 12, 411 19 Göteborg', 'Mo-Su 06:00-22:00'],
    ],
  },
  {
    name: 'Japanese machines for cups and cans',
    kind: 'MACHINES',
    file: rows(
      '自販機番号,設置先名,郵便番号,都道府県,市区町村,番地,種別',
      '0012,第一工場,〒100-0005,東京都,千代田区丸の内,1-9-1,カップ',
      '0013,第二工場,530-0001,大阪府,大阪市北区梅田,3-1-3,缶',
    ),
    stored: [
      ['0012', '〒100-0005 東京都千代田区丸の内1-9-1 第一工場', null],
      ['0013', '〒530-0001 大阪府大阪市北区梅田3-1-3 第二工場', null],
    ],
  },
  {
    name: 'Dutch products with units and tax',
    kind: 'PRODUCTS',
    file: rows(
      'Artikelnr.;Omschrijving;Inhoud;Eenheid;Inkoopprijs excl. btw;BTW %;Stuks per doos',
      '1001;Cola blik;33 cl;blik;0,42;9%;24',
      '1002;Mars reep;51 g;stuks;0,38;9%;32',
    ),
    stored: [
      ['1001', 'Cola blik', 'PIECE', '330 MILLILITRE', 42, 900, 24],
      ['1002', 'Mars reep', 'PIECE', '51 GRAM', 38, 900, 32],
    ],
  },
  {
    name: 'Polish products with abbreviated headers',
    kind: 'PRODUCTS',
    file: rows('Kod;Nazwa towaru;J.m.;Cena zak. netto;Stawka VAT;Ilość w opak. zb.', 'T001;Snickers 50g;szt.;1,85;8%;40'),
    stored: [['T001', 'Snickers 50g', 'PIECE', '1 PIECE', 185, 800, 40]],
  },
  {
    name: 'Spanish products with costs without tax, "s/IVA"',
    kind: 'PRODUCTS',
    file: rows('Ref.;Artículo;Formato;Uds./caja;P. coste s/IVA;IVA', 'R-1;Agua mineral;50 cl;24;0,22;10 %'),
    stored: [['R-1', 'Agua mineral', 'PIECE', '500 MILLILITRE', 22, 1_000, 24]],
  },
  {
    name: 'German selections of a coffee machine by their buttons',
    kind: 'PLANOGRAMS',
    file: rows('Automat;Taste;Getränk;Preis', 'Foyer;1;Cola;0,80', 'Foyer;2;Cola;1,20'),
    stored: [
      ['Foyer', '1', 'Cola', 80, null],
      ['Foyer', '2', 'Cola', 120, null],
    ],
  },
  {
    name: 'Japanese slots in full-width digits',
    kind: 'PLANOGRAMS',
    file: rows('自販機名,コラム,商品名,最大収容数', 'Foyer,１２,Cola,２４'),
    stored: [['Foyer', '12', 'Cola', null, 24]],
  },
  {
    name: 'a planogram drawn as shelves, with its machine in the title',
    kind: 'PLANOGRAMS',
    file: rows('Planogramm Foyer;;;', 'Reihe;1;2;3', 'A;Cola 1,20 €;Cola 1,20 €;', 'B;Cola 1,80 €;Nuts 1,50 €;-'),
    stored: [
      ['Foyer', 'A1', 'Cola', 120, null],
      ['Foyer', 'A2', 'Cola', 120, null],
      ['Foyer', 'B1', 'Cola', 180, null],
    ],
    doubts: ['MACHINE_BESIDE'],
    problems: ['product UNKNOWN_PRODUCT Nuts'],
  },
  {
    name: 'a planogram drawn as shelves, below the name of its machine',
    kind: 'PLANOGRAMS',
    file: rows(
      'Foyer,,',
      'Slot,11,12',
      'Product,Cola,Cola',
      'Price,1.20,1.30',
      'Maximum,8,10',
      'Slot,21,22',
      'Product,Cola,',
      'Price,1.40,',
    ),
    stored: [
      ['Foyer', '11', 'Cola', 120, 8],
      ['Foyer', '12', 'Cola', 130, 10],
      ['Foyer', '21', 'Cola', 140, null],
    ],
    doubts: ['MACHINE_BESIDE'],
  },
]
