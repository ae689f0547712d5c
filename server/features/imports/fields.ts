import type { ImportKind } from '#contract/imports.ts'
import { type Field, mappingBy } from '../../files/heads.ts'

const text = (name: string, heads: string[], required = false): Field => ({ name, required, kind: 'text', heads })
const number = (name: string, heads: string[], required = false): Field => ({ name, required, kind: 'number', heads })

const MACHINE = [
  'machine',
  'machine name',
  'device',
  'location',
  'automat',
  'nazwa automatu',
  'maszyna',
  'urządzenie',
  'standort',
  'gerät',
  'máquina',
  'maquina',
  'distributeur',
  'distributore',
]
const PRODUCT = [
  'product',
  'product name',
  'item',
  'article',
  'produkt',
  'towar',
  'nazwa produktu',
  'artikel',
  'producto',
  'produto',
  'produit',
  'prodotto',
  'sku',
]
const SLOT = [
  'slot',
  'slot number',
  'selection',
  'coil',
  'column',
  'mdb code',
  'wybór',
  'numer',
  'slot nr',
  'spirala',
  'fach',
  'schacht',
  'canal',
  'ranura',
  'sélection',
  'selezione',
]
const PRICE = ['price', 'vend price', 'cena', 'preis', 'precio', 'preço', 'prix', 'prezzo']

export const FIELDS: Record<ImportKind, readonly Field[]> = {
  MACHINES: [
    text('name', ['name', 'nazwa', 'nombre', 'nome', 'nom', ...MACHINE], true),
    text('type', ['type', 'machine type', 'typ', 'rodzaj', 'art', 'tipo'], true),
    text('address', ['address', 'street', 'adres', 'adresse', 'anschrift', 'dirección', 'direccion', 'endereço', 'indirizzo']),
    text('vendor', ['vendor', 'manufacturer', 'make', 'producent', 'hersteller', 'fabricante', 'fabricant', 'produttore']),
    text('model', ['model', 'modell', 'modelo', 'modèle', 'modello']),
    number('lat', ['lat', 'latitude', 'szerokość', 'breite', 'latitud', 'latitudine']),
    number('lng', ['lng', 'lon', 'long', 'longitude', 'długość', 'länge', 'longitud', 'longitudine']),
  ],
  PRODUCTS: [
    text(
      'sku',
      ['sku', 'code', 'product code', 'ean', 'barcode', 'kod', 'indeks', 'artikelnummer', 'código', 'codigo', 'codice', 'référence'],
      true,
    ),
    text('name', ['name', 'nazwa', 'bezeichnung', 'nombre', 'nome', 'nom', ...PRODUCT.filter((head) => head !== 'sku')], true),
    text('packaging', ['packaging', 'type', 'typ', 'category', 'kategoria', 'opakowanie', 'verpackung', 'envase', 'tipo']),
    number('volume', ['volume', 'size', 'pojemność', 'gramatura', 'inhalt', 'menge', 'volumen', 'contenu']),
    text('unit', ['unit', 'jednostka', 'einheit', 'unidad', 'unidade', 'unité', 'unità']),
    number('cost', ['cost', 'purchase price', 'net price', 'koszt', 'cena zakupu', 'einkaufspreis', 'costo', 'custo', 'coût']),
    number('tax', ['tax', 'vat', 'podatek', 'mwst', 'ust', 'iva', 'tva']),
  ],
  PLANOGRAMS: [
    text('machine', MACHINE, true),
    text('slot', SLOT, true),
    text('product', PRODUCT),
    number('price', PRICE),
    number('maximum', [
      'maximum',
      'max',
      'capacity',
      'max quantity',
      'par',
      'pojemność',
      'maks',
      'kapazität',
      'capacidad',
      'capacidade',
      'capacité',
      'capacità',
    ]),
  ],
  SALES: [
    {
      name: 'at',
      required: true,
      kind: 'moment',
      heads: [
        'date',
        'time',
        'created',
        'timestamp',
        'date time',
        'transaction date',
        'data',
        'czas',
        'datum',
        'zeit',
        'fecha',
        'data e hora',
        'heure',
      ],
    },
    text('machine', MACHINE, true),
    number(
      'amount',
      ['amount', 'value', 'total', 'kwota', 'wartość', 'betrag', 'umsatz', 'importe', 'valor', 'montant', 'importo', ...PRICE],
      true,
    ),
    text('type', ['type', 'payment', 'payment method', 'method', 'typ', 'płatność', 'zahlungsart', 'pago', 'pagamento', 'paiement']),
    text('slot', SLOT),
    text('product', PRODUCT),
    text('card', ['card', 'card number', 'karta', 'karte', 'tarjeta', 'cartão', 'carte', 'carta']),
  ],
}

/** Which column says what, by the heads alone. */
export const proposeMapping = (kind: ImportKind, heads: readonly string[]) => mappingBy(FIELDS[kind], heads)
