import type { Layout } from './layout.ts'

/** Reports of payment services. */
export const PAYMENTS: readonly Layout[] = [
  {
    vendor: 'Stripe',
    report: 'Itemized balance change from activity / payout reconciliation',
    holds: 'SETTLEMENT',
    heads:
      'balance_transaction_id | created_utc | available_on_utc | currency | gross | fee | net | reporting_category | source_id | description | automatic_payout_id | automatic_payout_effective_at',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Stripe',
    report: 'Balance / All activity export',
    holds: 'SETTLEMENT',
    heads: 'id | Type | Source | Amount | Fee | Net | Currency | Created (UTC) | Available On (UTC) | Status | Description',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Adyen',
    report: 'Settlement details report',
    holds: 'SETTLEMENT',
    heads:
      'Company Account | Merchant Account | Psp Reference | Merchant Reference | Payment Method | Creation Date | TimeZone | Type | Modification Reference | Gross Currency | Gross Debit (GC) | Gross Credit (GC) | Exchange Rate | Net Currency | Net Debit (NC) | Net Credit (NC) | Commission (NC) | Markup (NC) | Scheme Fees (NC) | Interchange (NC) | Batch Number',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Adyen',
    report: 'Received payment details',
    holds: 'SETTLEMENT',
    heads:
      'Company Account | Merchant Account | Psp Reference | Merchant Reference | Payment Method | Creation Date | TimeZone | Currency | Amount | Type | Shopper Interaction',
    source: 'public importer code',
    confidence: 'seen in parsing code (fixture after vendor doc)',
  },
  {
    vendor: 'SumUp',
    report: 'Transactions report (English, current)',
    holds: 'SETTLEMENT',
    heads:
      'Email | Date | Transaction ID | Transaction Type | Status | Card Type | Last 4 Digits | Process As | Payment Method | Entry Mode | Auth Code | Description | Total | Net Sale | Tax Amount | Tip Amount | Fee | Payout | Payout Date | Payout ID | Reference',
    source: 'public importer codesearch hit on a nushell summary script',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'SumUp (German, Switzerland)',
    report: 'Transaktionsbericht',
    holds: 'SETTLEMENT',
    heads: 'Datum | Transaktions-ID | Transaktionsart | Status | Betrag inkl. MwSt. | Trinkgeldbetrag | Gebühr | Beschreibung',
    source: 'ursjoss/lola-sumup src/prepare.rs',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'SumUp (German, Switzerland)',
    report: 'Verkaufsbericht (items)',
    holds: 'SALES',
    heads:
      'Konto | Datum | Typ | Transaktionsnummer | Zahlungsmethode | Menge | Beschreibung | Währung | Preis (brutto) | Preis (netto) | Steuer | Steuersatz | Category | Sku',
    source: 'ursjoss/lola-sumup src/prepare.rs',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'SumUp (German, Germany)',
    report: 'Transaktionen',
    holds: 'SETTLEMENT',
    heads:
      'Datum | Transaktions-ID | Typ | Zahlungsmethode | Betrag | Gebühr | Nettobetrag | Status | Kundenname | Letzte 4 Ziffern | Beschreibung',
    dateOrder: 'MONTH_FIRST',
    source: 'angelus200/buchhaltung-upload-tool server/lib/sumup-parser.ts, SUMUP-IMPLEMENTATION.md',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'PayPal',
    report: 'Activity download (English)',
    holds: 'SETTLEMENT',
    heads:
      'Date | Time | TimeZone | Name | Type | Status | Currency | Gross | Fee | Net | From Email Address | To Email Address | Transaction ID | Reference Txn ID | Invoice Number | Balance',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'PayPal',
    report: 'Activity download (Slovak, as model of translated files)',
    holds: 'SETTLEMENT',
    heads: 'Dátum | Čas | Časové pásmo | Meno | Typ | Stav | Mena | Brutto | Poplatok | Netto | ID transakcie | Číslo faktúry | Zostatok',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Zettle (PayPal)',
    report: 'Item export',
    holds: 'SALES',
    heads:
      'Date | Time | Receipt Number | Product Name | SKU | Quantity | Unit Price | VAT Rate | Line Total | Discount | Tip | Payment Method | Card Type | Last 4 Digits | Staff | Location | Refund Amount',
    source: 'public importer code',
    confidence: 'seen in parsing code (project doc; not checked against a vendor file)',
  },
  {
    vendor: 'Zettle (PayPal)',
    report: 'Transactions for matching',
    holds: 'SETTLEMENT',
    heads: 'Date & time | Amount | Currency | Fee | Payment method | Card type | Status | Receipt number',
    source: 'public importer code',
    confidence: 'documentation (project doc)',
  },
  {
    vendor: 'Square',
    report: 'Transactions CSV',
    holds: 'SETTLEMENT',
    heads:
      'Date | Time | Time Zone | Gross Sales | Discounts | Service Charges | Net Sales | Gift Card Sales | Tax | Tip | Partial Refunds | Total Collected | Source | Card | Card Entry Methods | Cash | Square Gift Card | Other Tender | Other Tender Type | Tender Note | Fees | Net Total | Transaction ID | Payment ID | Card Brand | PAN Suffix | Device Name | Staff Name | Staff ID | Details | Description | Event Type | Location | Dining Option | Customer ID | Customer Name | Customer Reference ID | Device Nickname | Third Party Fees | Deposit ID | Deposit Date | Deposit Details | Fee Percentage Rate | Fee Fixed Rate | Refund Reason | Discount Name | Transaction Status | Cash App | Order Reference ID | Fulfillment Note | Free Processing Applied | Channel | Unattributed Tips | Table Info | International Fee',
    dateOrder: 'MONTH_FIRST',
    source: 'public importer code',
    confidence: "seen in parsing code (header quoted verbatim in a developer's note)",
  },
  {
    vendor: 'Square',
    report: 'Items CSV',
    holds: 'SALES',
    heads:
      'Date | Time | Time Zone | Category | Item | Qty | Price Point Name | SKU | Modifiers Applied | Gross Sales | Discounts | Net Sales | Tax | Transaction ID | Payment ID | Device Name | Notes | Details | Event Type | Location | Dining Option | Customer ID | Customer Name | Customer Reference ID',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Mollie',
    report: 'Settlement report',
    holds: 'SETTLEMENT',
    heads:
      'Date | Payment method | Currency | Amount | Status | ID | Description | Consumer name | Consumer bank account | Consumer BIC | Settlement currency | Settlement amount | Settlement reference | Amount refunded',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'GoPay (Czechia)',
    report: 'Pohyby CSV B',
    holds: 'SETTLEMENT',
    heads:
      'ID pohybu | Datum | Typ | Protistrana | Subjekt/E-mail | Bank.účet - prefix | Bank.účet - číslo | Bank.účet - kód banky | ID objednávky/VS | Částka | Počáteční stav | Koncový stav | Měna | ID referenčního pohybu',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Comgate (Czechia)',
    report: 'Payments',
    holds: 'SETTLEMENT',
    heads:
      'Merchant | Datum založení | Datum zaplacení | Datum převodu | ID ComGate | Metoda | Popis | E-mail plátce | Variabilní symbol platby | Variabilní symbol převodu | ID od klienta | Měna | Potvrzená částka | Převedená částka | Poplatek celkem',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Barion (Hungary)',
    report: 'Statement',
    holds: 'SETTLEMENT',
    heads:
      'Transaction time | Transaction type | Customer/beneficiary | Transaction amount | Balance after transaction | Currency | Payment ID generated by shop | Transaction ID generated by shop | Unique payment ID generated by Barion',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'SIBS (Portugal; SIBS also runs terminals in Poland)',
    report: 'Liquidação por terminal',
    holds: 'SETTLEMENT',
    heads: 'Nº Lote | Data Liquidação | Data Movimento | Terminal | Tipo | Montante Bruto | Comissão | Montante Líquido | Moeda',
    source: 'public importer code',
    confidence: 'seen in parsing code (fixture)',
  },
  {
    vendor: 'Vipps (Norway)',
    report: 'Settlement CSV',
    holds: 'SETTLEMENT',
    heads:
      'Salgsdato | Salgssted | Vippsnummer | Produkt | Transaksjons-ID | Ordre-ID | Brutto | Gebyr | Netto | Transaksjonstype | Oppgjørs-ID | Oppgjørsdato | Oppgjørssum | Oppgjørskonto | Fornavn | Etternavn | Melding',
    source: 'vippsas/vipps-developers settlements/csv/README.md',
    confidence: 'documentation',
  },
  {
    vendor: 'PayU (Poland)',
    report: 'transactions',
    holds: 'SETTLEMENT',
    heads: 'id transakcji | numer zamówienia | kwota | prowizja | data | status',
    source: 'public importer code',
    confidence: 'seen in parsing code (alias list; not a verified vendor head)',
  },
  {
    vendor: 'Przelewy24 (Poland)',
    report: 'transactions',
    holds: 'SETTLEMENT',
    heads: 'id transakcji (or numer transakcji) | kwota | prowizja | data',
    source: 'public importer code',
    confidence: 'seen in parsing code (alias list; not a verified vendor head)',
  },
  {
    vendor: 'UAE acquirer statement (mail attachment)',
    report: 'merchant transactions',
    holds: 'SETTLEMENT',
    heads:
      'Txn. Date | Card Number | Txn. Amount | Fee | VAT | VAT % | Net Amount | Auth Code | Txn. Type | Card Type | Txn. Number | Terminal ID | Payment Date | Posting Date | Payment Number | Merchant Account | Txn. Certificate | Acquirer Private Data | Payment Reference',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'dotypay / First Data (Slovakia)',
    report: 'výpis transakcií',
    holds: 'SETTLEMENT',
    heads:
      'dátum a čas | Typ transakcie | Mena transakcie | Suma transakcie | ACC (fee) | AAN (net) | AAI (interchange) | SF (scheme fee) | AC (acquirer fee)',
    isLoose: true,
    source: 'https://manual.dotypay.com/1/sk/topic/vypisy-a-platby',
    confidence: 'documentation',
  },
]
