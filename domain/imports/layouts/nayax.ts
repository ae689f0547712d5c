import type { Layout } from './layout.ts'

/** Reports of Nayax. */
export const NAYAX: readonly Layout[] = [
  {
    vendor: 'Nayax',
    report: 'Dynamic Transactions Monitor Mega (file DynamicTransactionsMonitorMega_YYYY-MM-DDTHHMMSS)',
    holds: 'SALES',
    heads:
      'Site ID | Transaction ID | Payment Method ID | Currency | Machine Name | Original Transaction ID | Authorization Value | Settlement Value (Vend Price) | Product Selection Info | Brand | Card Number | Authrization RRN | Machine Authorization Time | Machine Settlement Time | Updated Date and Time (GMT) | Official Acquirer | Card Type | Card BIN | Payment Method (Source) | Transaction Status ID | Transaction Type ID | Billing Provider | Refund Request Date | Terminal ID | Actor Description | Batch Ref Number | Settlement Payment Service Transactions ID | Acquirer Transaction ID | Is Offline Payment | Machine ID',
    dateOrder: 'MONTH_FIRST',
    source:
      'chrisono-collab/smart-vending-atx-dashboard data/archive/DynamicTransactionsMonitorMega_*.xlsx (header row and cell shapes only)',
    confidence: 'seen in a file',
  },
  {
    vendor: 'Nayax',
    report: 'Dynamic Transactions Monitor (US contract, second operator)',
    holds: 'SALES',
    heads:
      'Site ID | Transaction ID | Payment Method ID | Currency | Machine Name | Authorization Value | Transaction Duration | Settlement Value (Vend Price) | Product Selection Info | Brand | Payment Method (Source) | Card Number | Product Code in Map | Authrization RRN | Machine Authorization Time | Machine Settlement Time | Updated Date and Time (GMT) | Official Acquirer | Card Type | Card BIN | Transaction Status ID | Transaction Type ID | Billing Provider | Batch Ref Number | Acquirer Transaction ID | Credit Card Type | Refund Amount | Refund Request By | Machine Group | Actor ID | Machine ID | Settlement Date and Time (GMT | Original Transaction ID | Is Transaction Refunded | Refund Request Date | Refund Approval Date',
    dateOrder: 'MONTH_FIRST',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Nayax',
    report: 'Dynamic Transactions Monitor (operator export with products and cost)',
    holds: 'SALES',
    heads:
      'Site ID | Transaction ID | Payment Method ID | Currency | Machine Name | Quantity | Cost Price | Product Name | NET Price | Settlement Date and Time (GMT) | Settlement Value (Vend Price) | Machine Location | Product Group | Product Selection Info | Card Number',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Nayax (German)',
    report: 'Dynamische Transaktionsueberwachung (DynamicTransactionsMonitorMega, German UI)',
    holds: 'SALES',
    heads:
      'Standort-ID | Transaktions-ID | Zahlungsmethoden-ID | Währung | Maschinenname | Produktgruppe | Payment Method (Source) | Produktname | Maschinen-Begleichszeit | Zu begleichender Wert | MwSt. | MwSt. Betrag | Netto Preis | Produktauswahl-Informationen | Maschinen-ID',
    source:
      'lucienkerl/mdb-esp32-cashless design spec of 2026-05-20 Nayax Sales Reconciliation and management-frontend/app/composables/useNayaxReconciliation.ts',
    confidence: 'documentation (spec describing a real file) and seen in parsing code',
  },
  {
    vendor: 'Nayax (German)',
    report: 'same report saved as CSV',
    holds: 'SALES',
    heads:
      'Standort-ID | Transaktions-ID | Zu begleichender Wert | Produktauswahl-Informationen | Produktcode in Karte | Maschinen-Begleichszeit',
    source: 'public importer codeand dashboard/lib/jobs/guv-backfill.js of PatrickM-git/automatenlager',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Nayax (German)',
    report: 'monthly exports of a vending operator 2023 (three variants)',
    holds: 'SALES',
    heads:
      'Standort-ID | Maschinenname | Produktname | Produktgruppe | Payment Method (Source) | Maschinen-Begleichszeit | Zu begleichender Wert | MwSt. | MwSt. Betrag',
    dateOrder: 'DAY_FIRST',
    source:
      'timbuildscode/Analyse-und-Prognose-der-Umsaetze-von-Verkaufsautomaten scripts/data_processing/formatters/headers_in_first_row_format.py, teil3_format.py',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Nayax',
    report: 'Scheduled transactions report by mail, US/parent account (CSV)',
    holds: 'SALES',
    heads:
      'transaction_id | original_transaction_id | site_id | actor_id | actor_hierarchy | machine_id | machine_name | operator_identifier | currency | auValue | seValue | payed_value | machineAuTime | machineSeTime | auTime | seTime | updated_dt | tran_status_id | tran_status_name | payment_method_id_enc',
    dateOrder: 'DAY_FIRST',
    source: 'public importer code',
    confidence: 'seen in parsing code (contract made from a delivered file)',
  },
  {
    vendor: 'Nayax',
    report: 'Scheduled transactions report by mail, file nayax_r####_a##########_dYYYYMMDD_HHMMSS.csv (Australia)',
    holds: 'SALES',
    heads: 'machine_name | transaction_id | card_last4digits | machineSeTime | seValue | extra_charge | auValue | payment_method_id_enc',
    dateOrder: 'DAY_FIRST',
    source: 'http://www.horizoninfosys.com.au/pipeline/manual/4583.htm',
    confidence: 'documentation (shows a real head)',
  },
  {
    vendor: 'Nayax',
    report: 'Scheduled transactions report, file Nayax_R0_*.csv (Thailand)',
    holds: 'SALES',
    heads:
      'machine_name | machineAuTime | machineSeTime | product | card_first4digits | card_last4digits | card_type_desc | transaction_id | auValue | PayServTransid | actor_desc | machine_serial_number | payment_method_id_enc',
    dateOrder: 'DAY_FIRST',
    source: 'baanporjai/OFresh family; public importer code',
    confidence: 'seen in parsing code (author notes: checked against a real file)',
  },
  {
    vendor: 'Nayax',
    report: 'Transaction CSV/TSV (raw field names with separate date and time)',
    holds: 'SALES',
    heads:
      'machine_name | machine_id | HW_serial | transaction_id | machineAuTime_Date | machineAuTime_Time | product_name | product_code_in_map | product_group_descr | auValue | cost_price | payment_method_descr | tran_status_name',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Nayax',
    report: 'Sales By Product (Sales Summary)',
    holds: 'AGGREGATE',
    heads:
      'Product Name | Product ID | Product Barcode | Catalog Number | Credit Card | Credit Card Transaction Count | Monyx App Using Monyx Balance | Monyx App Using Monyx Balance Transaction Count | Cash | Cash Transaction Count | Currency | Total Transaction/Vend Count | Total Transaction Amount',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Nayax',
    report: 'Sales By Machine (Sales Summary)',
    holds: 'AGGREGATE',
    heads:
      'Machine Name | Client Number | Operator Identifier | Machine Serial Number | Location Number | Machine Group | Credit Card | Monyx App Using Monyx Balance | Cash | Currency | Total Transaction/Vend Count | Total Transaction Amount',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Nayax',
    report: 'Last Sales (Lynx API response, often saved to a file)',
    holds: 'SALES',
    heads:
      'TransactionID | PaymentServiceTransactionID | PaymentServiceProviderName | MachineID | MachineName | MachineNumber | InstituteLocationName | AuthorizationValue | SettlementValue | CurrencyCode | PaymentMethod | RecognitionMethod | CardNumber | CardBrand | CLI | ProductName | MultivendTransactionBit | MultivendNumverOfProducts | UnitOfMeasurement | Quantity | EnergyConsumed | AuthorizationDateTimeGMT | MachineAuthorizationTime | SettlementDateTimeGMT | SiteID | SiteName',
    source: 'writechoiceorg/nayax-mintlify docs/manage-data-operations/lynx-api/machines/getting-a-machines-last-sales.mdx',
    confidence: 'documentation',
  },
  {
    vendor: 'Nayax',
    report: 'Last Sales re-exported by an operator (xlsx/csv import)',
    holds: 'SALES',
    heads:
      'TransactionID | TransactionStatusId | MachineID | NayaxProductId | SettlementValue | PaymentMethod | ProductName | Product Cost Price | MachineAuthorizationTime',
    dateOrder: 'DAY_FIRST',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Nayax',
    report: 'Transaction dispatch to queue (SQS), full field list offered as export columns',
    holds: 'SALES',
    heads:
      'Machine Name | Machine Model | Operator Identifier | Machine AuTime | Machine SeTime | Currency | Card String | Brand | CLI | SeValue | Extra Charge | Payment Service (Mobile using Credit Card) | Payment Method ID (1) | Recognition Method ID (3) | Catalog Number | Product (Product Name(MDB Code, PA Code=Price)) | Device Number | Actor Hierarchy | Payment Method Description | Recognition Description | Card First 4 Digits | Card Last 4 Digits | Card Type | Machine Group | Product Group | Transaction ID | Site ID | Authorization Time | Authorization Value | PayServTransid | sePayServTransId | Settlement Time | Product Code in Map | Cancel Type | Is Multivend | Settlment Failed | Sale ID | Sale Value | Updated DT | Authorization Code | Authorization RRN | Event Code | Merchant ID | Terminal ID | Location Code | Location Description | Area Description | Product PA Code | OP Button Code | Barcode | Cost Price | Card Price | Prepaid Price | Machine Price | Cash Price | Default Price | Product Name | Billing Provider Name | Machine AuTime (Date only) | Machine AuTime (Time only) | Machine SeTime (Date only) | Machine SeTime (Time only) | Settlement Time (Date only) | Settlement Time (Time only) | Updated DT (Date only) | Product VAT Id | Product Vat Amount | Product Net Price | Actor ID | Product Retail Price | Product Discount Percentage | Product Discount Amount | Payed Value | Product Quantity | Product ID | Card ID | Machine Serial Number | Machine ID | Transaction Status ID | Transaction Status Name | Device Transaction ID (DTID) | Vendor Transaction UID (VUID) | Card BIN | Batch Ref Number | Credit Card Type | Original Transaction ID | Processing Fee Sum',
    source:
      'writechoiceorg/nayax-mintlify docs/manage-data-operations/amazon-sqs/set-up-nayax-core/transaction-json-reference.mdx; devzone.nayax.com; public importer code',
    confidence: 'documentation and seen in parsing code',
  },
  {
    vendor: 'Nayax',
    report: 'Machine products (planogram) via Lynx',
    holds: 'PLANOGRAMS',
    heads:
      'MachineID | NayaxProductID | MDBCode | PACode | PCCode | OperatorButtonCode | DEXProductName | PAR | ProductMinimumPickQTY | VendOutAlertThreshold | MachinePrice | CashPrice | CreditCardPrice | PrePaidCardPrice | ExternalPrepaidPrice | RetailPrice | CommissionValue',
    source: 'writechoiceorg/nayax-mintlify docs/manage-data-operations/lynx-api/inventory-management/machine-products-1.mdx',
    confidence: 'documentation',
  },
  {
    vendor: 'Nayax',
    report: 'DTM default report fields (help page)',
    holds: 'SALES',
    heads:
      'Site ID | Transaction ID | Payment Method ID | Currency | Machine name | Authorization Value | Campaign ID | Settlement Value | Product Selection Info | Card Number | Authorization RRN | Machine Authorization Time | Machine Settlement Time | Credit Card Type | Card Type | Payment Method | Transaction Status ID | Transaction Type ID',
    source: 'https://nayax-u.nayax.com/article/overview-dynamic-transaction-monitor-reports-10787; public importer code',
    confidence: 'documentation',
  },
]
