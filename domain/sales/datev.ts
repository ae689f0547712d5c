import { WESTERN } from '../dex/code-page.ts'

/**
 * The posting batch of DATEV ("Buchungsstapel"), format EXTF, header version 700, category 21, format version 13, as described at
 * https://developer.datev.de/datev/platform/de/dtvf. Fields are separated by semicolons, texts are quoted, lines end with CR LF.
 */

/** Amounts are in hundredths. A negative amount is posted on the other side. `day`: as 2026-03-31. */
export type Posting = { amountMinor: number; debit: string; credit: string; day: string; voucher: string; text: string }

type Batch = {
  consultantNumber: number
  clientNumber: number
  accountLength: number
  /** First day of the fiscal year; first and last day of the batch. */
  fiscalYear: string
  from: string
  to: string
  /** As 20260401120000000. */
  createdAt: string
  title: string
  currency: string
  /** Its postings are final. */
  isFinal: boolean
}

const numbered = (count: number, ...names: string[]) =>
  Array.from({ length: count }, (_, index) => names.map((name) => `${name} ${index + 1}`)).flat()

const COLUMNS = [
  ...['Umsatz (ohne Soll/Haben-Kz)', 'Soll/Haben-Kennzeichen', 'WKZ Umsatz', 'Kurs', 'Basis-Umsatz', 'WKZ Basis-Umsatz', 'Konto'],
  ...['Gegenkonto (ohne BU-Schlüssel)', 'BU-Schlüssel', 'Belegdatum', 'Belegfeld 1', 'Belegfeld 2', 'Skonto', 'Buchungstext'],
  ...['Postensperre', 'Diverse Adressnummer', 'Geschäftspartnerbank', 'Sachverhalt', 'Zinssperre', 'Beleglink'],
  ...numbered(8, 'Beleginfo - Art', 'Beleginfo - Inhalt'),
  ...['KOST1 - Kostenstelle', 'KOST2 - Kostenstelle', 'Kost-Menge', 'EU-Land u. UStID (Bestimmung)', 'EU-Steuersatz (Bestimmung)'],
  ...['Abw. Versteuerungsart', 'Sachverhalt L+L', 'Funktionsergänzung L+L', 'BU 49 Hauptfunktionstyp', 'BU 49 Hauptfunktionsnummer'],
  'BU 49 Funktionsergänzung',
  // One space less than in the first name, as in DATEV's sample file.
  ...numbered(20, 'Zusatzinformation - Art', 'Zusatzinformation- Inhalt'),
  ...['Stück', 'Gewicht', 'Zahlweise', 'Forderungsart', 'Veranlagungsjahr', 'Zugeordnete Fälligkeit', 'Skontotyp', 'Auftragsnummer'],
  ...[
    'Buchungstyp',
    'USt-Schlüssel (Anzahlungen)',
    'EU-Land (Anzahlungen)',
    'Sachverhalt L+L (Anzahlungen)',
    'EU-Steuersatz (Anzahlungen)',
  ],
  ...['Erlöskonto (Anzahlungen)', 'Herkunft-Kz', 'Buchungs GUID', 'KOST-Datum', 'SEPA-Mandatsreferenz', 'Skontosperre'],
  ...['Gesellschaftername', 'Beteiligtennummer', 'Identifikationsnummer', 'Zeichnernummer', 'Postensperre bis'],
  ...['Bezeichnung SoBil-Sachverhalt', 'Kennzeichen SoBil-Buchung', 'Festschreibung', 'Leistungsdatum', 'Datum Zuord. Steuerperiode'],
  ...['Fälligkeit', 'Generalumkehr (GU)', 'Steuersatz', 'Land', 'Abrechnungsreferenz', 'BVV-Position'],
  ...['EU-Land u. UStID (Ursprung)', 'EU-Steuersatz (Ursprung)', 'Abw. Skontokonto'],
]

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** The numbers of the text fields in DATEV's description. Texts are quoted even if they are empty, and nothing else is. */
const TEXT_FIELDS = new Set([
  ...[2, 3, 6, 9, 11, 12, 14, 16, ...range(20, 38), 40, 42, ...range(48, 87)],
  ...[91, 95, 96, 98, 102, 103, 105, 107, 109, 110, 112, 118, 120, 121, 123],
])

const quoted = (text: string) => `"${text.replaceAll(/\p{Cc}/gu, ' ').replaceAll('"', '""')}"`
const digits = (day: string) => day.replaceAll('-', '')

function headOf(batch: Batch): string[] {
  const { consultantNumber, clientNumber, accountLength, fiscalYear, from, to, createdAt, title, currency, isFinal } = batch
  return [
    ...[quoted('EXTF'), '700', '21', quoted('Buchungsstapel'), '13', createdAt, '', quoted('RE'), quoted(''), quoted('')],
    ...[String(consultantNumber), String(clientNumber), digits(fiscalYear), String(accountLength), digits(from), digits(to)],
    ...[quoted(title.slice(0, 30)), quoted(''), '1', '0', isFinal ? '1' : '0', quoted(currency), '', quoted(''), '', '', quoted('')],
    ...['', '', quoted(''), quoted('')],
  ]
}

function lineOf({ amountMinor, debit, credit, day, voucher, text }: Posting, isFinal: boolean): string[] {
  const [, month = '', date = ''] = day.split('-')
  const [whole, part] = [Math.floor(Math.abs(amountMinor) / 100), Math.abs(amountMinor) % 100]
  const values: Record<string, string> = {
    'Umsatz (ohne Soll/Haben-Kz)': `${whole},${String(part).padStart(2, '0')}`,
    'Soll/Haben-Kennzeichen': amountMinor < 0 ? 'H' : 'S',
    Konto: debit,
    'Gegenkonto (ohne BU-Schlüssel)': credit,
    Belegdatum: `${date}${month}`,
    'Belegfeld 1': voucher.slice(0, 36),
    Buchungstext: text.slice(0, 60),
    Festschreibung: isFinal ? '1' : '0',
  }
  return COLUMNS.map((column, index) => (TEXT_FIELDS.has(index + 1) ? quoted(values[column] ?? '') : (values[column] ?? '')))
}

/** The text of a batch. Postings of nothing are left out, because DATEV refuses them. */
export const datevBatch = (batch: Batch, postings: readonly Posting[]): string =>
  [headOf(batch), COLUMNS, ...postings.filter(({ amountMinor }) => amountMinor !== 0).map((one) => lineOf(one, batch.isFinal))]
    .map((fields) => `${fields.join(';')}\r\n`)
    .join('')

/** Encodes a text in windows-1252; other signs become a question mark. */
export const inWindows1252 = (text: string): Uint8Array =>
  Uint8Array.from([...text], (sign) => {
    const code = sign.codePointAt(0) ?? 0
    if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code
    const index = WESTERN.indexOf(sign)
    return index < 0 ? 0x3f : 0x80 + index
  })
