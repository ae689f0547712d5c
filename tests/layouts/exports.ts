import { rows } from './layout.ts'
import type { OperatorList } from './operators.ts'

const product = (sku: string, name: string, more: { cost?: number; tax?: number; size?: number } = {}) => [
  sku,
  name,
  'PIECE',
  '1 PIECE',
  more.cost ?? 0,
  more.tax ?? 0,
  more.size ?? null,
]

/** Lists that shops, accounting programs and vending systems export, by their headings. */
export const EXPORTS: readonly OperatorList[] = [
  {
    name: 'products of an English online shop',
    kind: 'PRODUCTS',
    file: rows(
      'Handle,Title,Vendor,Type,Variant SKU,Variant Price,Variant Barcode,Cost per item,Status',
      'coke-can,Coke 12oz,Coca-Cola,Beverage,CK12,1.75,5900541000017,0.42,active',
    ),
    stored: [product('CK12', 'Coke 12oz', { cost: 42 })],
    leftOut: ['Handle', 'Vendor', 'Type', 'Variant Price'],
  },
  {
    name: 'products of an English accounting program',
    kind: 'PRODUCTS',
    file: rows(
      'Product/Service Name,Item type,SKU,Sales Description,Sales price / rate,Purchase cost',
      'Coke,Inventory,CK13,Coke 12oz can,1.75,0.42',
    ),
    stored: [product('CK13', 'Coke', { cost: 42 })],
    leftOut: ['Item type', 'Sales Description', 'Sales price / rate'],
  },
  {
    name: 'machines of a telemetry system',
    kind: 'MACHINES',
    file: rows(
      'MachineID,MachineName,Type,GeoAddress,GeoStreetNumber,GeoCity,GeoState,GeoZipCode,GeoLongitude,GeoLatitude',
      '942488501,Lobby East,Snack,Main St,123,Denver,CO,80202,-104.9903,39.7392',
    ),
    stored: [['Lobby East', '123 Main St, Denver, CO 80202', null]],
    leftOut: ['MachineID'],
  },
  {
    name: 'products of a German accounting program',
    kind: 'PRODUCTS',
    file: rows(
      'Artikelnummer;GTIN/EAN;Bezeichnung;Beschreibung;Einheit;Steuerart;Bruttopreis',
      'L1;4008501011002;Wasser still;0,5 l PET;Stück;USt 19%;1,50',
      'L2;;Riegel;50 g;Stück;USt 7%;1,20',
    ),
    stored: [product('L1', 'Wasser still', { tax: 1_900 }), product('L2', 'Riegel', { tax: 700 })],
    leftOut: ['Beschreibung', 'Bruttopreis'],
  },
  {
    name: 'a German list of articles whose tax is a key',
    kind: 'PRODUCTS',
    file: rows(
      'Artikel-Nr.;Kurzbezeichnung;Warengruppe;ME;EK-Preis netto;VK-Preis brutto;USt-Schlüssel;Gebindegröße',
      'A-100;Cola 0,33;Kaltgetränke;Dose;0,48;1,80;9;24',
    ),
    stored: [product('A-100', 'Cola 0,33', { cost: 48, size: 24 })],
    leftOut: ['Warengruppe', 'ME', 'VK-Preis brutto', 'USt-Schlüssel'],
  },
  {
    name: 'a German planogram with prices and capacities',
    kind: 'PLANOGRAMS',
    file: rows('Automat;Ebene;Spirale;Artikel;VK;Füllmenge max.;Füllmenge aktuell', 'Foyer;2;21;Cola;1,80;8;3'),
    stored: [['Foyer', '21', 'Cola', 180, 8]],
    leftOut: ['Ebene', 'Füllmenge aktuell'],
  },
  {
    name: 'a French list of prices with cases in words',
    kind: 'PRODUCTS',
    file: rows(
      'Code Article;Désignation;PU Achat HT;Taux TVA;PU Vente TTC;Conditionnement',
      'EAU50;Eau plate 50 cl;0,18;5,50 %;0,80;Pack de 24',
      'TWIX;Twix;0,35;5,50 %;1,00;Carton de 25',
    ),
    stored: [
      product('EAU50', 'Eau plate 50 cl', { cost: 18, tax: 550, size: 24 }),
      product('TWIX', 'Twix', { cost: 35, tax: 550, size: 25 }),
    ],
    leftOut: ['PU Vente TTC'],
  },
  {
    name: 'a French list whose packagings are no numbers',
    kind: 'PRODUCTS',
    file: rows('Réf.;Désignation;Conditionnement', 'JUS;Jus;Bouteille 50 cl'),
    stored: [product('JUS', 'Jus')],
    leftOut: ['Conditionnement'],
  },
  {
    name: 'French machines with hours in a column that is found by content',
    kind: 'MACHINES',
    file: rows(
      'N° parc;Type de machine;Marque;Site;Adresse;CP;Ville;Accès',
      '301;Boissons chaudes;Necta;CHU Bât. A;12 rue Hugo;69003;Lyon;Lun-Ven 7h-19h',
    ),
    stored: [['301', 'CHU Bât. A, 12 rue Hugo, 69003 Lyon', 'Mo-Fr 07:00-19:00']],
  },
  {
    name: 'Polish products with a code beside the bar code',
    kind: 'PRODUCTS',
    file: rows(
      'Nazwa;Kod produktu;EAN;Cena netto;VAT;Jednostka;Cena zakupu netto;Kategoria',
      'Woda 0,5 l;W05;5900541000017;2,44;23;szt;0,89;Napoje',
      'Banan;B02;;1,90;5;szt;0,90;Owoce',
    ),
    stored: [product('W05', 'Woda 0,5 l', { cost: 89, tax: 2_300 }), product('B02', 'Banan', { cost: 90, tax: 500 })],
    leftOut: ['Cena netto', 'Kategoria'],
  },
  {
    name: 'Polish machines with a postal code called code',
    kind: 'MACHINES',
    file: rows(
      'Lp.;Nazwa automatu;Typ automatu;Adres lokalizacji;Kod;Miejscowość;Godziny dostępu',
      '1;Urząd parter;Gorące napoje;ul. Rynek 1;50-106;Wrocław;pn-pt 7:30-15:30',
    ),
    stored: [['Urząd parter', 'ul. Rynek 1, 50-106 Wrocław', 'Mo-Fr 07:30-15:30']],
    leftOut: ['Lp.'],
  },
  {
    name: 'a Spanish list of prices',
    kind: 'PRODUCTS',
    file: rows('Código;Descripción;Familia;Precio de costo;P.V.P.;Tipo de IVA;Uds. caja', 'AG50;Agua 50 cl;BEB;0,22;1,00;21,00;24'),
    stored: [product('AG50', 'Agua 50 cl', { cost: 22, tax: 2_100, size: 24 })],
    leftOut: ['Familia', 'P.V.P.'],
  },
  {
    name: 'Brazilian products with bar codes of piece and case',
    kind: 'PRODUCTS',
    file: rows(
      'ID;Código;Descrição;Unidade;NCM;Preço;Preço de custo;GTIN/EAN;GTIN/EAN da embalagem;Itens p/ caixa',
      '900001;RF350;Refrigerante;UN;2202.10.00;6,00;2,10;7894900011517;;12',
    ),
    stored: [product('RF350', 'Refrigerante', { cost: 210, size: 12 })],
    leftOut: ['ID', 'NCM', 'Preço'],
  },
  {
    name: 'Italian machines with town and province',
    kind: 'MACHINES',
    file: rows('Matricola;Tipo distributore;Indirizzo;N. civico;CAP;Città;Prov.;Orari accesso', 'D-002;Snack;Via Roma;5;26900;Lodi;LO;H24'),
    stored: [['D-002', 'Via Roma 5, 26900 Lodi LO', null]],
  },
  {
    name: 'Italian products of an accounting program',
    kind: 'PRODUCTS',
    file: rows(
      'Cod.;Descrizione;Categoria;Cod. Udm;Cod. Iva;Listino 1 (ivato);Prezzo forn.;Q.tà per confez.',
      'D1;Acqua;Bevande;pz;22;0,60;0,15;24',
    ),
    stored: [product('D1', 'Acqua', { cost: 15, size: 24 })],
    leftOut: ['Categoria', 'Cod. Iva', 'Listino 1 (ivato)'],
  },
  {
    name: 'a French planogram whose columns are numbered within their row',
    kind: 'PLANOGRAMS',
    file: rows(
      'Machine;Plateau;Colonne;Produit;Prix de vente;Contenance',
      'Foyer;1;1;Cola;1,00;10',
      'Foyer;1;2;Cola;0,80;8',
      'Foyer;1;10;Cola;0,80;8',
    ),
    stored: [
      ['Foyer', '11', 'Cola', 100, 10],
      ['Foyer', '110', 'Cola', 80, 8],
      ['Foyer', '12', 'Cola', 80, 8],
    ],
  },
  {
    name: 'a planogram whose slots contain their row',
    kind: 'PLANOGRAMS',
    file: rows('Machine;Row;Column;Product;Cash Price;Card Price', 'Foyer;A;A1;Cola;1,00;1,10', 'Foyer;A;A2;Cola;0,80;0,90'),
    stored: [
      ['Foyer', 'A1', 'Cola', 100, null],
      ['Foyer', 'A2', 'Cola', 80, null],
    ],
    leftOut: ['Row', 'Card Price'],
  },
  {
    name: 'a Polish planogram',
    kind: 'PLANOGRAMS',
    file: rows('Automat;Półka;Sprężyna;Produkt;Cena;Poj.;Stan', 'Foyer;1;11;Cola;3,50;10;4'),
    stored: [['Foyer', '11', 'Cola', 350, 10]],
    leftOut: ['Półka', 'Stan'],
  },
  {
    name: 'American machines of one place by their asset numbers',
    kind: 'MACHINES',
    file: rows(
      'Asset ID,Location,Route,Make,Type,Address,City,ST,Zip',
      '7001,Ford Plant A,Route 5,AMS,Snack,100 Main St,Dayton,OH,45402',
      '7002,Ford Plant A,Route 5,Royal,Cold Drink,100 Main St,Dayton,OH,45402',
    ),
    stored: [
      ['7001', 'Ford Plant A, 100 Main St, Dayton, OH 45402', null],
      ['7002', 'Ford Plant A, 100 Main St, Dayton, OH 45402', null],
    ],
    leftOut: ['Route'],
  },
  {
    name: 'German machines with two parts of the address in each column',
    kind: 'MACHINES',
    file: rows('Bezeichnung;Gerätetyp;Kunde;Straße/Hausnr.;PLZ/Ort', 'Rathaus EG;Kaffee;Stadt Ulm;Marktplatz 1;89073 Ulm'),
    stored: [['Rathaus EG', 'Marktplatz 1, 89073 Ulm', null]],
    leftOut: ['Kunde'],
  },
  {
    name: 'Polish machines with postal code and town in one column',
    kind: 'MACHINES',
    file: rows('Nazwa;Adres;Kod i miasto;Typ', 'Automat 1;ul. Szkolna 3;00-001 Warszawa;Snack'),
    stored: [['Automat 1', 'ul. Szkolna 3, 00-001 Warszawa', null]],
  },
  {
    name: 'numbers of items beside their descriptions',
    kind: 'PRODUCTS',
    file: rows('Item;Description;UOM;Net Price;VAT Code;Gross Price', 'I1;Coke can;EA;1.50;S;1.80'),
    stored: [product('I1', 'Coke can')],
    leftOut: ['Net Price', 'VAT Code', 'Gross Price'],
  },
  {
    name: 'Japanese items with codes, costs and tax',
    kind: 'PRODUCTS',
    file: rows('品目コード,品目名,品目区分,単位,標準原価,標準売価,消費税率,ケース入数', 'J1,お茶500,飲料,本,0.75,1.60,8%,24'),
    stored: [product('J1', 'お茶500', { cost: 75, tax: 800, size: 24 })],
    leftOut: ['品目区分', '標準売価'],
  },
  {
    name: 'a Japanese planogram with selling price and capacity',
    kind: 'PLANOGRAMS',
    file: rows('機械番号,コラムNo.,商品名,売価,最大収容数', 'Foyer,1,Cola,1.60,24'),
    stored: [['Foyer', '1', 'Cola', 160, 24]],
  },
]
