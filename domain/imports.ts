/** The kinds of imported data. */
export const IMPORT_KINDS = ['MACHINES', 'PRODUCTS', 'PLANOGRAMS', 'SALES', 'ROUTES'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** Which part of a date such as 03/04/2026 or 26/03/04 comes first. The year is first only if it has two digits. */
export const DATE_ORDERS = ['DAY_FIRST', 'MONTH_FIRST', 'YEAR_FIRST'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** The calendars of dates in files. */
export const CALENDARS = ['GREGORIAN', 'BUDDHIST', 'MINGUO', 'PERSIAN'] as const
export type Calendar = (typeof CALENDARS)[number]

/** Three names of months mean one month in Polish and Czech, and the month before in Croatian. */
export const MONTH_NAMES = ['POLISH', 'CROATIAN'] as const
/** Some spreadsheets count days from 1904, so that copied dates are four years and a day too old. */
export const FIRST_DAYS = ['AS_WRITTEN', 'FROM_1904'] as const

/** Dates that a spreadsheet has converted, as they are stored, or with day and month exchanged. */
export const CONVERTED_DATES = ['AS_STORED', 'SWAPPED'] as const

/** The meaning of a status value. Only finished sales are booked. `NO_SALE`: top-ups, payouts and cash collections. */
export const SALE_STATES = ['SOLD', 'CANCELLED', 'REFUND', 'UNSETTLED', 'TEST', 'NO_SALE'] as const
export type SaleState = (typeof SALE_STATES)[number]

/** Uncertainties of a file. Each is shown for review, with a choice if there is one. */
const IMPORT_DOUBTS = [
  'SCALE',
  'TAX_PARTS',
  'UNIT_PRICE',
  'NET',
  'AMOUNT_COLUMN',
  'CURRENCIES',
  'TENDERS',
  'PAID_BY',
  'MACHINE_ABOVE',
  'DATE_ABOVE',
  'EXTRA_CELLS',
  'REPEATED',
  'TOTAL_WORDS',
  'SHARED_NAMES',
  'LETTERS_READ',
  'LETTERS_LOST',
  'STATES',
  'SHEETS',
  'OTHER_SHEETS',
  'PART',
  'LIST',
  'NO_TIME',
  'WHOLE_HOURS',
  'TIME_ZEROS',
  'MONTHS',
  'OLD',
  'CALENDAR',
  'CONVERTED',
  'HIJRI',
  'ZONE',
  'SUMS',
  'BASKETS',
  'MACHINE_PARTS',
  'MACHINE_BESIDE',
  'HEAD_PARTS',
  'TAX_SMALL',
  'TIMES',
  'CASE_COSTS',
  'NAMES_FOR_NUMBERS',
  'ACTIVITY',
  'MACHINE_COLUMNS',
  'OTHER_MACHINE',
  'POSTAL_ZEROS',
  'POSTAL_SHORT',
] as const
export type ImportDoubt = (typeof IMPORT_DOUBTS)[number]

/**
 * The state of an import. A large file is uploaded, read in the background (READING), reviewed (READY), and imported in the background
 * (RUNNING); a small one is reviewed and imported in one call each. What a large import has added is removed in the background after it was
 * cancelled or has failed (CANCELLING), and after it was undone (UNDOING).
 */
export const IMPORT_STATES = [
  'UPLOADING',
  'READING',
  'READY',
  'RUNNING',
  'CANCELLING',
  'UNDOING',
  'DONE',
  'FAILED',
  'CANCELLED',
  'UNDONE',
] as const
export type ImportState = (typeof IMPORT_STATES)[number]

const UNDER_WAY = ['READING', 'RUNNING', 'CANCELLING', 'UNDOING'] as const
/** A state in which the server is processing an import. */
export type WorkState = (typeof UNDER_WAY)[number]
export const isUnderWay = (state: ImportState): state is WorkState => UNDER_WAY.some((one) => one === state)

/** The largest file of one call, in bytes; a larger one is uploaded in parts. */
export const MAX_CALL_BYTES = 2 * 1024 * 1024
/** The largest file that can be uploaded, in bytes. */
export const MAX_UPLOAD_BYTES = 100 * 1024 * 1024
/** The size of each part except the last, in bytes. */
export const PART_BYTES = 1024 * 1024
/** The same for a proxy that refuses larger requests. In base64 it is below 1 MB, the default limit of nginx. */
export const SMALL_PART_BYTES = PART_BYTES / 2

/** Notes on rows that are not records, and on records that are not booked. */
const IMPORT_NOTES = [
  'TOTALS',
  'GROUPS',
  'REPEATED_HEADS',
  'CANCELLED',
  'REFUNDS',
  'UNSETTLED',
  'UNMATCHED',
  'PAYOUTS',
  'TESTS',
  'NO_SALES',
  'MACHINE_LINES',
  'SUMS',
  'INACTIVE',
] as const
export type ImportNote = (typeof IMPORT_NOTES)[number]
