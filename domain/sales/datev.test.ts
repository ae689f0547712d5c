import { expect, test } from 'vitest'
import { datevBatch, inWindows1252 } from './datev.ts'

const BATCH = {
  consultantNumber: 29_098,
  clientNumber: 55_003,
  accountLength: 4,
  fiscalYear: '2026-01-01',
  from: '2026-03-01',
  to: '2026-03-31',
  createdAt: '20260401120000000',
  title: 'Umsatz 2026-03',
  currency: 'EUR',
  isFinal: true,
}
const POSTING = { amountMinor: 123_405, debit: '1360', credit: '4400', day: '2026-03-31', voucher: '2026-03', text: 'Erlöse "19 %"' }

/** Second line of DATEV's sample file EXTF_Buchungsstapel.csv, at https://developer.datev.de/datev/platform/de/dtvf/einstieg. */
const SAMPLE_COLUMNS = [
  'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto;',
  'Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext;Postensperre;',
  'Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink;Beleginfo - Art 1;Beleginfo - Inhalt 1;',
  'Beleginfo - Art 2;Beleginfo - Inhalt 2;Beleginfo - Art 3;Beleginfo - Inhalt 3;Beleginfo - Art 4;Beleginfo - Inhalt 4;',
  'Beleginfo - Art 5;Beleginfo - Inhalt 5;Beleginfo - Art 6;Beleginfo - Inhalt 6;Beleginfo - Art 7;Beleginfo - Inhalt 7;',
  'Beleginfo - Art 8;Beleginfo - Inhalt 8;KOST1 - Kostenstelle;KOST2 - Kostenstelle;Kost-Menge;EU-Land u. UStID (Bestimmung);',
  'EU-Steuersatz (Bestimmung);Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L;BU 49 Hauptfunktionstyp;',
  'BU 49 Hauptfunktionsnummer;BU 49 Funktionsergänzung;Zusatzinformation - Art 1;Zusatzinformation- Inhalt 1;',
  'Zusatzinformation - Art 2;Zusatzinformation- Inhalt 2;Zusatzinformation - Art 3;Zusatzinformation- Inhalt 3;',
  'Zusatzinformation - Art 4;Zusatzinformation- Inhalt 4;Zusatzinformation - Art 5;Zusatzinformation- Inhalt 5;',
  'Zusatzinformation - Art 6;Zusatzinformation- Inhalt 6;Zusatzinformation - Art 7;Zusatzinformation- Inhalt 7;',
  'Zusatzinformation - Art 8;Zusatzinformation- Inhalt 8;Zusatzinformation - Art 9;Zusatzinformation- Inhalt 9;',
  'Zusatzinformation - Art 10;Zusatzinformation- Inhalt 10;Zusatzinformation - Art 11;Zusatzinformation- Inhalt 11;',
  'Zusatzinformation - Art 12;Zusatzinformation- Inhalt 12;Zusatzinformation - Art 13;Zusatzinformation- Inhalt 13;',
  'Zusatzinformation - Art 14;Zusatzinformation- Inhalt 14;Zusatzinformation - Art 15;Zusatzinformation- Inhalt 15;',
  'Zusatzinformation - Art 16;Zusatzinformation- Inhalt 16;Zusatzinformation - Art 17;Zusatzinformation- Inhalt 17;',
  'Zusatzinformation - Art 18;Zusatzinformation- Inhalt 18;Zusatzinformation - Art 19;Zusatzinformation- Inhalt 19;',
  'Zusatzinformation - Art 20;Zusatzinformation- Inhalt 20;Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;',
  'Zugeordnete Fälligkeit;Skontotyp;Auftragsnummer;Buchungstyp;USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen);',
  'Sachverhalt L+L (Anzahlungen);EU-Steuersatz (Anzahlungen);Erlöskonto (Anzahlungen);Herkunft-Kz;Buchungs GUID;KOST-Datum;',
  'SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername;Beteiligtennummer;Identifikationsnummer;Zeichnernummer;Postensperre bis;',
  'Bezeichnung SoBil-Sachverhalt;Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum;Datum Zuord. Steuerperiode;Fälligkeit;',
  'Generalumkehr (GU);Steuersatz;Land;Abrechnungsreferenz;BVV-Position;EU-Land u. UStID (Ursprung);EU-Steuersatz (Ursprung);',
  'Abw. Skontokonto',
].join('')

test('first two lines are those of the sample file of DATEV', () => {
  const sample = {
    ...BATCH,
    from: '2024-01-01',
    to: '2024-08-31',
    fiscalYear: '2024-01-01',
    createdAt: '20240130140440439',
    title: 'Buchungsstapel',
    isFinal: false,
  }
  const [head, columns] = datevBatch(sample, []).split('\r\n')
  // The sample has initials and a chart of accounts too. Both are optional.
  expect(head).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20240130140440439;;"RE";"";"";29098;55003;20240101;4;20240101;20240831;"Buchungsstapel";"WD";1;0;0;"EUR";;"";;;"03";;;"";""'
      .replace('"WD"', '""')
      .replace('"03"', '""'),
  )
  expect(columns).toBe(SAMPLE_COLUMNS)
})

test('header has the fields of version 700, category 21, and lines end with CR LF', () => {
  const [head, columns, end] = datevBatch(BATCH, []).split('\r\n')
  expect(head).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20260401120000000;;"RE";"";"";29098;55003;20260101;4;20260301;20260331;"Umsatz 2026-03";"";1;0;1;"EUR";;"";;;"";;;"";""',
  )
  expect(head?.split(';')).toHaveLength(31)
  expect(columns?.split(';')).toHaveLength(125)
  expect(columns?.split(';')[113]).toBe('Festschreibung')
  expect(end).toBe('')
})

test('posting has a comma, its side, both accounts and the date as day and month', () => {
  const [, , line] = datevBatch(BATCH, [POSTING]).split('\r\n')
  expect(line).toMatch(/^1234,05;"S";"";;;"";1360;4400;"";3103;"2026-03";"";;"Erlöse ""19 %""";;"";;;;"";/)
  expect(line?.split(';')).toHaveLength(125)
  expect(line?.split(';').slice(87)).toEqual(';;;"";;;;"";"";;"";;;;"";"";;"";;"";;"";"";;"";;1;;;;"";;"";"";;"";;'.split(';'))
  expect(datevBatch(BATCH, [{ ...POSTING, amountMinor: -7 }])).toContain('\r\n0,07;"H";')
  expect(datevBatch(BATCH, [{ ...POSTING, amountMinor: 0 }]).split('\r\n')).toHaveLength(3)
})

test('text is encoded in windows-1252', () => {
  expect(Buffer.from(inWindows1252('ü€ „ž東'))).toEqual(Buffer.from([0xfc, 0x80, 0x20, 0x84, 0x9e, 0x3f]))
})
