/** The problems that a customer can report. */
export const ISSUE_TYPES = [
  'MACHINE_OUT_OF_SERVICE',
  'NO_CHANGE',
  'PRODUCT_STUCK',
  'PRODUCT_REQUEST',
  'PRODUCT_SHORTAGE',
  'PAYMENT_PROBLEM',
  'OTHER',
] as const
export type IssueType = (typeof ISSUE_TYPES)[number]

/** Status of a customer report; every transition is allowed. */
export const ISSUE_STATUSES = ['OPEN', 'RESOLVED', 'INVALID'] as const
export type IssueStatus = (typeof ISSUE_STATUSES)[number]

/** Who reported it: a customer at the sticker, or an employee at the machine. */
export const ISSUE_SOURCES = ['CUSTOMER', 'STAFF'] as const
export type IssueSource = (typeof ISSUE_SOURCES)[number]

/** The causes that an employee can report, in the order of the screen. */
export const PROBLEM_CAUSES = [
  'PRODUCT_STUCK',
  'BILL_VALIDATOR',
  'COIN_MECH',
  'CARD_READER',
  'MOTOR',
  'TEMPERATURE',
  'LEAK',
  'DISPLAY',
  'DOOR_LOCK',
  'VANDALISM',
  'OTHER',
] as const
export type ProblemCause = (typeof PROBLEM_CAUSES)[number]

const TYPE_OF: Partial<Record<ProblemCause, IssueType>> = {
  PRODUCT_STUCK: 'PRODUCT_STUCK',
  BILL_VALIDATOR: 'PAYMENT_PROBLEM',
  COIN_MECH: 'PAYMENT_PROBLEM',
  CARD_READER: 'PAYMENT_PROBLEM',
}

/** The type under which customers would report the same problem, so that one filter finds both. */
export const typeOfProblem = (cause: ProblemCause, outOfOrder: boolean): IssueType =>
  outOfOrder ? 'MACHINE_OUT_OF_SERVICE' : (TYPE_OF[cause] ?? 'OTHER')

/** The largest photo that the server accepts. Phones send much smaller ones. */
export const PHOTO_BYTES = 3 * 1024 * 1024

/** The number of bytes of a text in base64. */
export const bytesInBase64 = (text: string) => (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)

const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PhotoType = (typeof PHOTO_TYPES)[number]

/** The type of an image by its first bytes; null if it is none of the accepted ones. */
export function photoTypeOf(bytes: Uint8Array): PhotoType | null {
  const has = (at: number, ...signature: number[]) => signature.every((byte, index) => bytes[at + index] === byte)
  if (has(0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (has(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  // "RIFF", the length, "WEBP"
  if (has(0, 0x52, 0x49, 0x46, 0x46) && has(8, 0x57, 0x45, 0x42, 0x50)) return 'image/webp'
  return null
}
