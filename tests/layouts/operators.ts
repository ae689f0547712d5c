import { rows } from './layout.ts'

/** A list of an operator with what is stored of it, for a company with the currency PLN. */
export type OperatorList = {
  name: string
  kind: 'MACHINES' | 'PRODUCTS' | 'PLANOGRAMS'
  file: string | Buffer
  choices?: object
  /** Machines: name, address, opening hours. Products: SKU, name, packaging, volume, cost, tax in basis points, case size. Slots: machine, slot, product, price, maximum. */
  stored: (string | number | null)[][]
  doubts?: string[]
  problems?: string[]
  notes?: string[]
  /** Headings of columns that are not imported. */
  leftOut?: string[]
}

/** Lists that operators keep in spreadsheets. */
export const OPERATORS: readonly OperatorList[] = [
  {
    name: 'German machines with an address in several columns',
    kind: 'MACHINES',
    file: rows(
      'Automatenliste Stand 15.11.2026;;;;;;;',
      'Aut.-Nr.;Typ;Standort;Straße;PLZ;Ort;Öffnungszeiten;Ansprechpartner',
      'A-0012;Heißgetränke;Finanzamt Foyer;Hauptstr. 5;01067;Dresden;Mo-Fr 7-18 Uhr;Müller, Hans',
      'A-0014;Kaltgetränke;Klinikum Nord;Klinikweg 1;04129;Leipzig;24 h;',
    ),
    stored: [
      ['A-0012', 'Finanzamt Foyer, Hauptstr. 5, 01067 Dresden', 'Mo-Fr 07:00-18:00'],
      ['A-0014', 'Klinikum Nord, Klinikweg 1, 04129 Leipzig', null],
    ],
    leftOut: ['Ansprechpartner'],
  },
  {
    name: 'Polish machines with the number of the house in a column',
    kind: 'MACHINES',
    file: rows(
      'Nr automatu;Rodzaj;Lokalizacja;Ulica;Nr domu;Kod pocztowy;Miasto',
      '101;Kawa;Urząd Miasta;Rynek;1;50-106;Wrocław',
      '102;Kawa;Park;Sektor 15;5;50-106;Wrocław',
    ),
    stored: [
      ['101', 'Urząd Miasta, Rynek 1, 50-106 Wrocław', null],
      ['102', 'Park, Sektor 15 5, 50-106 Wrocław', null],
    ],
  },
  {
    name: 'Brazilian machines with district and state',
    kind: 'MACHINES',
    file: rows(
      'Patrimônio;Tipo;Cliente;Endereço;Número;Bairro;Cidade;UF;CEP',
      'VM-01;Snack;Hospital;Av. Paulista;1578;Bela Vista;São Paulo;SP;01310-200',
    ),
    stored: [['VM-01', 'Av. Paulista, 1578, Bela Vista, São Paulo - SP, 01310-200', null]],
    leftOut: ['Cliente'],
  },
  {
    name: 'American machines with two lines of address and a state',
    kind: 'MACHINES',
    file: rows(
      'Asset #,Type,Location,Address 1,Address 2,City,State,ZIP',
      '77,Snack,City Hall,12650 E Arapahoe Rd,Suite 2,Centennial,CO,80112',
      'Denver 78,Snack,Denver,5 Colfax Ave,,Denver,CO,80014',
    ),
    stored: [
      ['77', 'City Hall, 12650 E Arapahoe Rd, Suite 2, Centennial, CO 80112', null],
      ['Denver 78', '5 Colfax Ave, Denver, CO 80014', null],
    ],
  },
  {
    name: 'a state such as Active, and a number that does not follow the street',
    kind: 'MACHINES',
    file: rows('Number,Machine,Type,State,Street,City', '9,East,Snack,Active,5 Main St,Denver'),
    stored: [['East', '5 Main St, Denver', null]],
    leftOut: ['Number', 'State'],
  },
  {
    name: 'French machines with the number before the street, and a town repeated in the address',
    kind: 'MACHINES',
    file: rows(
      'N° machine;Type;Numéro de rue;Rue;Code postal;Ville;Horaires',
      'DA1;Snack;12;rue de Lyon;69003;Lyon;Du lundi au vendredi 7h30-19h',
      'DA2;Snack;;5 place Béraudier, 69003 Paris;69003;Paris;24h/24',
    ),
    stored: [
      ['DA1', '12 rue de Lyon, 69003 Lyon', 'Mo-Fr 07:30-19:00'],
      ['DA2', '5 place Béraudier, 69003 Paris', null],
    ],
  },
  {
    name: 'Spanish machines with postal code, town and days in letters',
    kind: 'MACHINES',
    file: rows('Máquina;Tipo;Ubicación;Dirección;C.P.;Población;Horario', 'M-1;Snack;Universidad;C/ Mayor, 3;28013;Madrid;L-V 8:00-21:00'),
    stored: [['M-1', 'Universidad, C/ Mayor, 3, 28013 Madrid', 'Mo-Fr 08:00-21:00']],
  },
  {
    name: 'Japanese machines with postal code and building',
    kind: 'MACHINES',
    file: rows('機番,種類,設置先,郵便番号,住所,営業時間', 'JP001,コーヒー自販機,市役所1階,100-0001,東京都千代田区千代田1-1,24時間'),
    stored: [['JP001', '〒100-0001 東京都千代田区千代田1-1 市役所1階', null]],
  },
  {
    name: 'a heading in two languages is read if both name one field',
    kind: 'PLANOGRAMS',
    file: rows('Automat / Machine;"Fach\nSlot";Artikel / Product;Preis (Price);gültig ab / valid from', 'Foyer;11;Cola;1,80;01.12.2026'),
    stored: [['Foyer', '11', 'Cola', 180, null]],
    leftOut: ['gültig ab / valid from'],
  },
  {
    name: 'a heading that names two fields, or one and something unknown, is doubted',
    kind: 'PLANOGRAMS',
    file: rows('Machine;Slot / Price;Fach / Nr;Produkt', 'Foyer;1,80;11;Cola'),
    stored: [['Foyer', '11', 'Cola', null, null]],
    doubts: ['HEAD_PARTS'],
    leftOut: ['Slot / Price'],
  },
  {
    name: 'deposits are neither prices nor costs',
    kind: 'PRODUCTS',
    file: rows('Art.-Nr.;Bezeichnung;EK (Pfand);Pfand;Kaucja;EK netto', 'P1;Wasser;0,25;0,25;0,50;0,19', 'P2;Saft;0,25;0,25;0,50;0,29'),
    stored: [
      ['P1', 'Wasser', 'PIECE', '1 PIECE', 19, 0, null],
      ['P2', 'Saft', 'PIECE', '1 PIECE', 29, 0, null],
    ],
    leftOut: ['EK (Pfand)', 'Pfand', 'Kaucja'],
  },
  {
    name: 'a deposit alone is not read as the price of a slot',
    kind: 'PLANOGRAMS',
    file: rows('Automat;Fach;Produkt;Preis (Pfand)', 'Foyer;11;Cola;0,25'),
    stored: [['Foyer', '11', 'Cola', null, null]],
    leftOut: ['Preis (Pfand)'],
  },
  {
    name: 'letters and names of tax rates are refused, percentages beside them are read',
    kind: 'PRODUCTS',
    file: rows(
      'Indeks;Nazwa towaru;J.m.;Stawka VAT',
      'T1;Woda;szt.;A',
      'T2;Baton;szt.;zw.',
      'T3;Sok;szt.;ermäßigt',
      'T4;Kawa;szt.;A (23%)',
      'T5;Mleko;szt.;20% (VAT on Income)',
    ),
    stored: [
      ['T4', 'Kawa', 'PIECE', '1 PIECE', 0, 2_300, null],
      ['T5', 'Mleko', 'PIECE', '1 PIECE', 0, 2_000, null],
    ],
    problems: ['tax NOT_A_RATE A', 'tax NOT_A_RATE zw.', 'tax NOT_A_RATE ermäßigt'],
  },
  {
    name: 'percentages beside fractions are one rate each',
    kind: 'PRODUCTS',
    file: rows('SKU;Name;VAT', 'V1;Nuts;19 %', 'V2;Bar;0,19', 'V3;Tea;0,07'),
    stored: [
      ['V1', 'Nuts', 'PIECE', '1 PIECE', 0, 1_900, null],
      ['V2', 'Bar', 'PIECE', '1 PIECE', 0, 1_900, null],
      ['V3', 'Tea', 'PIECE', '1 PIECE', 0, 700, null],
    ],
    doubts: ['TAX_PARTS'],
  },
  {
    name: 'fractions beside whole percents are doubted',
    kind: 'PRODUCTS',
    file: rows('SKU;Name;VAT', 'V1;Nuts;19', 'V3;Tea;0,07'),
    stored: [
      ['V1', 'Nuts', 'PIECE', '1 PIECE', 0, 1_900, null],
      ['V3', 'Tea', 'PIECE', '1 PIECE', 0, 7, null],
    ],
    doubts: ['TAX_SMALL'],
  },
  {
    name: 'cases as products and with volumes, and singly bought products',
    kind: 'PRODUCTS',
    file: rows('SKU;Name;Pack size', 'C1;Cola;4 × 6', 'C2;Water;24 x 0,33 l', 'C3;Coffee;1', 'C4;Tea;12er', 'C5;Rice;6x8x2'),
    stored: [
      ['C1', 'Cola', 'PIECE', '1 PIECE', 0, 0, 24],
      ['C2', 'Water', 'PIECE', '1 PIECE', 0, 0, 24],
      ['C3', 'Coffee', 'PIECE', '1 PIECE', 0, 0, null],
      ['C4', 'Tea', 'PIECE', '1 PIECE', 0, 0, 12],
    ],
    doubts: ['TIMES'],
    problems: ['case NOT_A_NUMBER 6x8x2'],
  },
  {
    name: 'capacities as rows and depth',
    kind: 'PLANOGRAMS',
    file: rows('Machine,Selection,Item,Retail,Capacity', 'Foyer,A1,Cola,1.75,1x10', 'Foyer,B1,Cola,2.50,6x8'),
    stored: [
      ['Foyer', 'A1', 'Cola', 175, 10],
      ['Foyer', 'B1', 'Cola', 250, 48],
    ],
    doubts: ['TIMES'],
  },
  {
    name: 'categories and groups are no packagings, and units of sale are left out',
    kind: 'PRODUCTS',
    file: rows('Item #,Item Description,Category,Unit', '501,Lays Classic,Salty,Box', '502,Coke,Can,Each'),
    stored: [
      ['501', 'Lays Classic', 'PIECE', '1 PIECE', 0, 0, null],
      ['502', 'Coke', 'PIECE', '1 PIECE', 0, 0, null],
    ],
    leftOut: ['Category', 'Unit'],
  },
  {
    name: 'pieces in stock are no volume, selling prices without tax no cost',
    kind: 'PRODUCTS',
    file: rows('Artikelnr.;Bezeichnung;Menge;ME;Net price;Retail price', 'M1;Wasser;48;Stk;1,26;1,50', 'M2;Saft;24;Stk;1,51;1,80'),
    stored: [
      ['M1', 'Wasser', 'PIECE', '1 PIECE', 0, 0, null],
      ['M2', 'Saft', 'PIECE', '1 PIECE', 0, 0, null],
    ],
    leftOut: ['Menge', 'Net price', 'Retail price'],
  },
  {
    name: 'sizes that are no volumes, and categories on lines of their own at the front',
    kind: 'PRODUCTS',
    file: rows('Item #,Description,Size,Unit Cost', 'SNACKS,,,', 'S1,Lays,1.5 oz,0.39', 'DRINKS,,,', 'S2,Coke,12 oz,0.42'),
    stored: [
      ['S1', 'Lays', 'PIECE', '1 PIECE', 39, 0, null],
      ['S2', 'Coke', 'PIECE', '1 PIECE', 42, 0, null],
    ],
    leftOut: ['Size'],
  },
  {
    name: 'products of a planogram by their numbers',
    kind: 'PLANOGRAMS',
    file: rows('Automat;Schacht;Artikelnummer;Preis', 'Foyer;11;COLA;1,80', 'Foyer;12;X-77;1,80', 'Foyer;13;X-78;1,80'),
    stored: [['Foyer', '11', 'Cola', 180, null]],
    problems: ['product UNKNOWN_PRODUCT X-77', 'product UNKNOWN_PRODUCT X-78'],
  },
  {
    name: 'costs that are those of cases are doubted',
    kind: 'PRODUCTS',
    file: rows('Item #,Description,Case Pack,Cost,Retail Price', 'K1,Lays,64,38.40,1.75', 'K2,Coke,24,24.00,2.50', 'K3,Gum,12,0.40,0.99'),
    stored: [
      ['K1', 'Lays', 'PIECE', '1 PIECE', 3_840, 0, 64],
      ['K2', 'Coke', 'PIECE', '1 PIECE', 2_400, 0, 24],
      ['K3', 'Gum', 'PIECE', '1 PIECE', 40, 0, 12],
    ],
    doubts: ['CASE_COSTS'],
    leftOut: ['Retail Price'],
  },
  {
    name: 'an amount with its unit is a volume',
    kind: 'PRODUCTS',
    file: rows('Artikelnr.;Bezeichnung;Menge;ME', 'M1;Wasser;500;ml', 'M2;Saft;330;ml'),
    stored: [
      ['M1', 'Wasser', 'PIECE', '500 MILLILITRE', 0, 0, null],
      ['M2', 'Saft', 'PIECE', '330 MILLILITRE', 0, 0, null],
    ],
  },
  {
    name: 'a category whose values are packagings',
    kind: 'PRODUCTS',
    file: rows('Kod;Nazwa;Kategoria;Pojemność;Jednostka', 'K1;Woda;butelka;500;ml', 'K2;Cola;puszka;330;ml'),
    stored: [
      ['K1', 'Woda', 'BOTTLE', '500 MILLILITRE', 0, 0, null],
      ['K2', 'Cola', 'CAN', '330 MILLILITRE', 0, 0, null],
    ],
  },
]
