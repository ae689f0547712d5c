import type { DateOrder } from './dates.ts'

/** What a layout holds. Sums over a period, cancelled baskets and refills are known so that they are not taken for sales. */
export type LayoutHolds = 'SALES' | 'SETTLEMENT' | 'MACHINES' | 'PLANOGRAMS' | 'PRODUCTS' | 'AGGREGATE' | 'CANCELLED' | 'REFILLS'

/**
 * A report of another system, as it is known from public files, documents and code. `heads`: its columns, divided by bars. `inMinor`:
 * amounts are in cents. `isLoose`: its columns are known by their content and not by their names.
 */
export type Layout = {
  vendor: string
  report: string
  holds: LayoutHolds
  heads: string
  dateOrder?: DateOrder
  inMinor?: true
  isLoose?: true
  source: string
  confidence: string
}

/** Facts about layouts alone; no row of any file. */
export const LAYOUTS: readonly Layout[] = [
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
  {
    vendor: 'VendSoft (report named after USA Technologies)',
    report: 'usat-transaction-log (Transaction Log)',
    holds: 'SALES',
    heads: 'Timestamp | Location | Machine | Price | Quantity | Total | Credit Card',
    source:
      'chrisono-collab/smart-vending-atx-dashboard data/vendsoft/usat-transaction-log.xlsx and data/archive/usat-transaction-log_(1).xlsx',
    confidence: 'seen in a file',
  },
  {
    vendor: 'VendSoft',
    report: 'same report through POST /report/v3 (report_format xlsx)',
    holds: 'SALES',
    heads: 'Timestamp | Location | Machine | Product | Selection | Price | Quantity | Total | Credit Card',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'VendSoft',
    report: 'Sales by machine (period CSV)',
    holds: 'AGGREGATE',
    heads: "(machine '[N] slug') | Gross | COGS | Tax | Cmsn | GP | Net | GPM | NPM",
    source: 'https://docs.cafebec.ca/docs/imports',
    confidence: 'documentation',
  },
  {
    vendor: 'VendSoft',
    report: 'Machines screen / grid export',
    holds: 'MACHINES',
    heads:
      'Code | Name | Model | Machine Type | Configuration | Columns | Location | Last Visit | Days since visit | Days in service | Total Collected | Key | Serial number',
    source: 'https://help.vendsoft.com/en/articles/6939360-machines-screen-overview',
    confidence: 'documentation',
  },
  {
    vendor: 'VendSoft',
    report: "Planogram export, file 'Planogram [16] Machine name-YYYY-MM-DD.xlsx'",
    holds: 'PLANOGRAMS',
    heads: '',
    isLoose: true,
    source: 'public importer code',
    confidence: 'seen in parsing code (content only, no header text)',
  },
  {
    vendor: 'Cantaloupe (USA Technologies)',
    report: 'Seed Live hourly transaction push (ePort line items), CSV without header',
    holds: 'SALES',
    heads:
      'Terminal Number | Transaction Ref Number | Transaction Type | Card Number | Total Amount | Vended Columns | Price | MDB Number | Number of Products Vended | Date | Time | Card Id',
    dateOrder: 'MONTH_FIRST',
    isLoose: true,
    source: 'davidalvarez305/yd_vending handlers/webhooks.go, models/models.go (older version id 42088340570)',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Cantaloupe',
    report: 'Seed Live scheduled report (JSON/CSV) by device and hour',
    holds: 'AGGREGATE',
    heads: 'Month | Day | Hour of Day | Device | Location | Item | Trans Type | Card Id | Card Number | # of Trans | Item Quantity',
    dateOrder: 'MONTH_FIRST',
    source: 'davidalvarez305/yd_vending types/types.go, utils/seed.go',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Cantaloupe',
    report: 'SeedLive line-item export (widely shared sample set, 2022)',
    holds: 'SALES',
    heads:
      'Status | Device ID | Location | Machine | Product | Category | Transaction | TransDate | Type | RCoil | RPrice | RQty | MCoil | MPrice | MQty | LineTotal | TransTotal | Prcd Date',
    dateOrder: 'MONTH_FIRST',
    source: 'public importer code94624451; data set kaggle awesomeasingh/vending-machine-sales',
    confidence: 'documentation and seen in parsing code',
  },
  {
    vendor: 'Cantaloupe DEX dashboard (third-party)',
    report: 'devices-export-YYYY-MM-DD.csv',
    holds: 'MACHINES',
    heads: 'Order | Case Serial | Machine Type | Machine Model | Cash Enabled',
    source: 'jeep15cba/lets_vend components/Devices.js',
    confidence: 'seen in parsing code',
  },
  {
    vendor: '365 Retail Markets (ADM)',
    report: 'Credit Transaction Report',
    holds: 'SETTLEMENT',
    heads: 'Transdate | Location | Transid | Consumer Name | Type | CC Type | PAN | Amount | Void | Reason | HostRef',
    source: 'https://help.365retailmarkets.com/hc/en-us/articles/360055590994-ADM-Reports',
    confidence: 'documentation',
  },
  {
    vendor: '365 Retail Markets (ADM)',
    report: 'Daily Sales Summary',
    holds: 'AGGREGATE',
    heads: 'Date | Location | Transactions | Item Count | Sales | Taxes | Deposit | Discount | Total Sales | Consumer Count',
    source: 'same page',
    confidence: 'documentation',
  },
  {
    vendor: '365 Retail Markets (ADM)',
    report: 'Cancel Report',
    holds: 'CANCELLED',
    heads: 'Location | Time Cancelled | Screen | Trans ID | Items | Total | Customer | Name on CC | Last 4 of CC',
    source: 'same page',
    confidence: 'documentation',
  },
  {
    vendor: 'HAHA Vending (Haha AI)',
    report: "Order details (file 'Order details_YYYY-MM-DD HH_MM_SS_NNNN.xlsx')",
    holds: 'SALES',
    heads:
      'Order number | Product details | Amount Receivable | Amount Received | Items subtotal | Tax Total | Total Cost | Device number | User Card | User email | Status | Creation time | Payment time',
    dateOrder: 'MONTH_FIRST',
    source: 'chrisono-collab/smart-vending-atx-dashboard data/archive/Order details_*.xlsx',
    confidence: 'seen in a file',
  },
  {
    vendor: 'HAHA Vending (Haha AI)',
    report: "Product Sales Details (file 'Product Sales Details_YYYY-MM-DD HH_MM_SS_NNNN.xlsx')",
    holds: 'SALES',
    heads:
      'Product | APEX number | Order number | Sales volume | Tax | Items subtotal | Cost | Amount Received | Amount Receivable | Device number | User Card | User email | Status | Creation time | Payment time',
    source: 'chrisono-collab/smart-vending-atx-dashboard data/archive/Product Sales Details_*.xlsx',
    confidence: 'seen in a file',
  },
  {
    vendor: 'OurVend (TCN)',
    report: 'Sales report export (os.ourvend.com), English UI',
    holds: 'SALES',
    heads: 'Machine ID | Slot Number | Price | Machine Time | Server time | Order Number',
    source: 'MaximilianoVorphal/VendingManager src/VendingManager/Infrastructure/Services/SalesImportService.cs',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'OurVend (TCN)',
    report: 'Sales list JSON behind the report',
    holds: 'SALES',
    heads: 'TrID | TrSerialNumber | TrMachineID | MiAlias | TrCoilID | TrPayType | TrSalePrice | TrResult | TrTime',
    source: 'MaximilianoVorphal/VendingManager services/scraper/report_sales_api.py',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'HICON / TCN-like portal',
    report: "Product sales (file 'Product_nameYYYY-M-D_HH_MM_SS.csv')",
    holds: 'AGGREGATE',
    heads: 'ProductID | Commodity code | Product name | Pay by cash | Quantity | Profit | Proportion | Total amount | Total quantity',
    source:
      'jamsmac/VendHub-OS docs/inventory-platform/Product_name2026-4-21_15_34_44.csv (header line) and apps/api/src/modules/sales-import/services/hicon-parser.service.ts',
    confidence: 'seen in a file',
  },
  {
    vendor: 'VendHub (Uzbekistan, Chinese coffee machines)',
    report: 'Orders, English UI (hardware orders)',
    holds: 'SALES',
    heads:
      'Order number | Operator Code | Goods name | Flavour name | Order resource | Order type | Order status | Cup type | Machine Code | Address | Order price | Brew status | Creation time | Paying time | Brewing time | Delivery time | Refund time | Pay Card | Reason | Remark',
    source: 'public importer coderepository not named',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'VendHub',
    report: 'Orders, Russian UI',
    holds: 'SALES',
    heads:
      'Номер заказа | Номер оператора | Наименование товара | Название вкуса | Ресурс заказа | Тип заказа | Статус платежа | Тип чашки | Машинный код | Адрес | Цена заказа | Статус варки | Время создания | Время оплаты | Время заваривания | Срок поставки | Время возврата денег | Платежная карта | Причина | Замечание',
    source: 'public importer codedetector in jamsmac/VendHub-OS payment-report-detector.service.ts',
    confidence: 'seen in parsing code and documentation',
  },
  {
    vendor: 'VendHub',
    report: 'Sales report, Russian',
    holds: 'SALES',
    heads:
      'ID | Номер заказа | ID товара | Время | Наименование товара | Цена заказа | Код ИКПУ | Штрих код | Маркировка | Ресурс заказа | Тип платежа | Категория машины | Машинный код | Начисленный бонус | Имя пользователя',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'VendHub',
    report: 'Goods receipts CSV, English with Russian columns',
    holds: 'SALES',
    heads:
      'ID | Order number | Goods ID | Time | Goods name | Order price | ИКПУ | Штрих код | Order resource | Payment type | Machine category | Machine Code',
    source: 'jamsmac/VendHub-OS payment-report-detector.service.ts and payment-report-parser.service.ts',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Uzbek fiscal cash register (Kassa)',
    report: 'Fiscal receipts',
    holds: 'SETTLEMENT',
    heads:
      '№ | Дата и время | Операция | Номер чека | Кассир | Торговый пункт | Фискальный модуль | Наличные | Карта | Сумма операции | Номер рецепта | Покупатель',
    source: 'public importer codejamsmac/VendHub-OS detector',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Payme (Uzbekistan)',
    report: 'Payment report',
    holds: 'SETTLEMENT',
    heads:
      '№ | НАЗВАНИЕ ПОСТАВЩИКA | НАЗВАНИЕ КАССЫ | СОСТОЯНИЕ ОПЛАТЫ | ВРЕМЯ ОПЛАТЫ | ВРЕМЯ ОТМЕНЫ | ПРОЦЕССИНГОВОЕ ВРЕМЯ ОПЕРАЦИИ | ОПЕРАЦИОННОЕ ВРЕМЯ БАНКА | СОСТОЯНИЕ | НАЗВАНИЕ ПРОЦЕССИНГА | ePos Merchant ID | ePos Terminal ID | НОМЕР КАРТЫ | СУММА БЕЗ КОМИССИИ | КОМИССИЯ С КЛИЕНТА | ИДЕНТИФИКАТОР ПЛАТЕЖА (ПЛАТЕЖНАЯ СИСТЕМА) | ИДЕНТИФИКАТОР ПЛАТЕЖА (ПОСТАВЩИК) | RRN | ИДЕНТИФИКАТОР КЕШБОКСА | ИДЕНТИФИКАТОР КАССЫ | ДАТА БАНКОВСКОГО ПОСТУПЛЕНИЯ | ФИСКАЛЬНЫЙ ПРИЗНАК | ИДЕНТИФИКАТОР ФИСКАЛЬНОГО ЧЕКА | EXTERNAL ID | ОПИСАНИЕ ПЛАТЕЖА | НОМЕР ЗАКАЗА',
    source: 'public importer codejamsmac/VendHub-OS detector/parser',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Click (Uzbekistan)',
    report: 'Общий отчет',
    holds: 'SETTLEMENT',
    heads: 'Дата | Сервис | Клиент | Способ оплаты | Сумма | Идент-р | Касса | Click ID | Billing ID | Статус платежа',
    source: 'public importer codejamsmac/VendHub-OS',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Uzum (Uzbekistan)',
    report: 'Payments',
    holds: 'SETTLEMENT',
    heads: 'Название сервиса | Сумма | Комиссия | Тип карты | Номер карты | Статус | merchantId | receiptId | Дата и время',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'German telemetry, vendor not named (2024 monthly file)',
    report: '2024_05',
    holds: 'SALES',
    heads: 'Automat | Art | Cash/card',
    source: 'timbuildscode/Analyse-und-Prognose-der-Umsaetze-von-Verkaufsautomaten scripts/data_processing/formatters/format_2024_05.py',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'German telemetry, vendor not named (2024 files)',
    report: '2024 standard',
    holds: 'SALES',
    heads: 'Timestamp | Machine | Product | Category | Payment | Tax Rate | Tax Value | Column | Quantity | Value',
    source:
      'same repository, standard_format.py, format_2024_06.py; payment words seen: Bargeld, Münze, Schein, EC, EC-Karte, Kreditkarte, Cashless, Credit Card(CLS), Credit Card(NFC)',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Televend / Nayax (keyword importer, Germany)',
    report: 'generic machine summary',
    holds: 'AGGREGATE',
    heads: 'name, bezeichnung, maschine, gerät | umsatz, revenue, betrag, summe, erlös | transaktion, verkauf, anzahl, count, vend',
    isLoose: true,
    source: 'public importer code',
    confidence: 'seen in parsing code (keywords, not a head)',
  },
  {
    vendor: 'Chinese platform (dkd / RuoYi family, many copies)',
    report: '订单 (orders) Excel export',
    holds: 'SALES',
    heads:
      '订单编号 | 第三方平台单号 | 机器编号 | 货道编号 | skuId | 商品名称 | 商品类别Id | 订单状态:0-待支付;1-支付完成;2-出货成功;3-出货失败;4-已取消 | 支付金额 | 商品金额 | 支付类型，1支付宝 2微信 | 支付状态，0-未支付;1-支付完成;2-退款中;3-退款完成 | 合作商账单金额 | 点位地址 | 所属区域Id | 区域名称 | 所属商圈 | 合作商Id | 跨站身份验证 | 点位Id | 点位名称 | 取消原因',
    inMinor: true,
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Chinese platform (dkd family)',
    report: '货道 (lanes) Excel export',
    holds: 'PLANOGRAMS',
    heads: '货道编号 | 商品Id | 售货机Id | 售货机软编号 | 货道最大容量 | 货道当前容量',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Chinese platform (server.module vending)',
    report: '补货报表 (replenishment)',
    holds: 'REFILLS',
    heads:
      '序号 | 公司名称 | 线路名称 | 售货机编号 | 门号 | 商品名称 | 补货前数量 | 补货后数量 | 本次补货数量 | 校正数量 | 补货时间 | 补货操作人',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Chinese platform (server.module vending)',
    report: '售货机列表 (machines)',
    holds: 'MACHINES',
    heads: '售货机编号 | 所属机构 | 机器类型 | 售货机基础id | 出厂编号 | 负责人 | 初始化日期 | 状态 | 位置 | 版本号 | 运行天数',
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
  {
    vendor: 'Japanese beverage vending (ERP of a drinks maker)',
    report: '売上実績 / 納品実績 (VD delivery and sales lines)',
    holds: 'SALES',
    heads:
      '拠点コード | 顧客コード | 物件コード | カード売り区分 | H and C | コラムNo. | 品目コード | 数量 | 単位 | 納品単価 | 売上金額 | 売上金額（税抜き） | 消費税コード | 消費税率 | 納品日 / 売上計上日 | 伝票番号',
    dateOrder: 'MONTH_FIRST',
    source: 'public importer code',
    confidence: 'seen in parsing code (labels, not a head line)',
  },
  {
    vendor: 'AVG vending admin (Ukraine)',
    report: 'Sales (CSV)',
    holds: 'SALES',
    heads: 'Device Id | Device Name | Sale Id | Date | Products | Transactions | Paid',
    source: 'https://docs.avg.com.ua/web_admin_interface/sales',
    confidence: 'documentation',
  },
  {
    vendor: 'SafetyVend (Australia)',
    report: 'Vend History Report',
    holds: 'SALES',
    heads: 'machine | card holder | product | units | amount | date and time',
    isLoose: true,
    source: 'https://safetyvend.com.au/reports.html',
    confidence: 'documentation (content, no head text)',
  },
  {
    vendor: 'Streben (Australia)',
    report: 'Planogram import CSV',
    holds: 'PLANOGRAMS',
    heads: 'Selection no | Display no | Product | Maximum Quantity | Minimum Quantity | Reorder Quantity | Sale Price',
    isLoose: true,
    source: 'https://supportdesk.streben.com.au/support/solutions/articles/51000152001-how-to-create-planogram',
    confidence: 'documentation (field names)',
  },
  {
    vendor: 'Laundry/vending card reader (Card Concepts)',
    report: 'Transaction rows',
    holds: 'SALES',
    heads:
      'DateTime | LocationID | MachNo | TransID | TransType | TransSubType | CardType | CardNumber | CardName | CreditCardAmount | CashAmount | UserID | BalanceAmount | BonusAmount | FreeStarts | LoyaltyPoints | RootTransactID | AdditionalInfo | EmployeeUserID | NewBalance | NewBonus',
    source: 'https://cardconceptsinc.atlassian.net/wiki (transaction table pages)',
    confidence: 'documentation',
  },
  {
    vendor: 'Unnamed product (its own normalised template for Nayax data)',
    report: 'CSV fallback',
    holds: 'SALES',
    heads: 'nayax_machine_id | transaction_id | slot_position | product_name | quantity | amount_cents | sold_at',
    inMinor: true,
    source: 'public importer code',
    confidence: 'seen in parsing code',
  },
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
