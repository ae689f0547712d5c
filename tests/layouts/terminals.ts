import { type Layout, rows } from './layout.ts'

/** Exports of payment terminals. */
export const TERMINALS: readonly Layout[] = [
  {
    name: 'a Dutch terminal with references that look like slots',
    file: rows(
      'sep=;',
      'Terminal ID;Datum;Tijd;Kaarttype;Transactietype;Bedrag;Status;Referentie',
      'Foyer;28-04-2026;09:12:33;Maestro;Betaling;1,50;Geslaagd;R001',
      'Foyer;28-04-2026;09:15:33;VISA;Betaling;1,20;Geweigerd;R002',
      'Foyer;28-04-2026;09:20:00;VISA;Retour;1,20;Geslaagd;R003',
    ),
    new: 1,
    sum: 150,
    notes: { CANCELLED: 1, REFUNDS: 1 },
    slots: [null],
    types: ['CREDIT_CARD'],
  },
  {
    name: 'an Italian export with the number of the machine, coins and keys',
    file: rows(
      'Data;Ora;Matricola;Distributore;Importo;Pagamento',
      '28/04/26;09.12;Foyer;Ingresso;1,50;Moneta',
      '28/04/26;10.15;99;Hall;0,60;Chiave',
    ),
    new: 2,
    sum: 210,
    doubts: ['MACHINE_COLUMNS'],
    types: ['CASH', 'RFID'],
  },
  {
    name: 'a settlement with a failed payment',
    file: rows(
      'Datum;Transaktions-ID;Status;Gesamt;Netto;Gebühr',
      '28.04.2026 09:12;TAAA1;Erfolgreich;1,50;1,47;0,03',
      '28.04.2026 10:12;TAAA2;Fehlgeschlagen;1,50;1,47;0,03',
    ),
    new: 0,
    sum: 0,
    notes: { CANCELLED: 1, UNMATCHED: 1 },
    holds: 'SETTLEMENT',
  },
  {
    name: 'a German settlement of a terminal that is named like a machine',
    file: rows(
      'Buchungsdatum;Umsatzdatum;Terminal-ID;Karte;Brutto;Entgelt;Netto;Referenz',
      '30.04.2026;27.04.2026;Foyer;girocard;1,50;0,05;1,45;R1',
    ),
    new: 0,
    sum: 0,
    notes: { UNMATCHED: 1 },
    holds: 'SETTLEMENT',
  },
  {
    name: 'means of payment in a column that may name products',
    file: rows('Datum;Automat;Betrag;Art', '28.04.2026 09:12;Foyer;1,50;Kartenzahlung', '28.04.2026 09:15;Foyer;1,20;Bar'),
    new: 2,
    sum: 270,
    types: ['CASH', 'CREDIT_CARD'],
  },
  {
    name: 'the number of a machine before its name, if both are known',
    file: rows('Date;Machine No;Machine;Amount', '2026-04-27 10:00;Foyer;Hall;1,50', '2026-04-27 10:05;999;Hall;1,50'),
    new: 2,
    sum: 300,
    doubts: ['MACHINE_COLUMNS', 'OTHER_MACHINE'],
  },
]
