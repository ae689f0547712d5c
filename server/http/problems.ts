import { ENDPOINTS } from '#contract/api.ts'
import { REFUSALS, type RefusalCode } from '#contract/errors.ts'
import { codesOf } from './openapi-refusals.ts'

/** Cause and remedy of codes that need more than the text of their status. */
const BY_CODE: Partial<Record<RefusalCode, string>> = {
  INVALID_CAPTCHA: 'The captcha was not solved, was used before, or has expired. Request a new one.',
  INVALID_TOKEN: 'The refresh token is invalid, expired or revoked. Sign in again.',
  SIGNATURE_WRONG: 'The signature does not match the body. Sign the bytes of the body as they are sent.',
  USER_DISABLED: 'The account is disabled. A manager of the company can enable it.',
  REQUEST_IN_PROGRESS: 'A request with the same Idempotency-Key is still being processed. Send the same request again in a moment.',
  SLOT_CHANGED: 'The slot was changed after the version that this change refers to. `details` contains both versions.',
  SLOT_EXISTS: 'The machine already has a slot with this number.',
  PREVIEW_OUTDATED: 'A machine was changed after the preview. Request a new preview, then confirm it.',
  PRODUCT_EXISTS: 'The assortment already contains this product.',
  PRODUCT_CODE_TAKEN: 'Another product already has this bar code.',
  WRONG_ACCOUNT: 'The operation was recorded by another account. Send it while that account is signed in.',
  ALREADY_UNDONE: 'The operation was undone before.',
  ALREADY_DECIDED: 'The review item was decided or resolved before.',
  DECISION_UNFIT: 'The decision is no longer possible for this review item. Fetch the item again.',
  DEVICE_EXISTS: 'A device with this IMEI already exists.',
  DEVICE_HAS_KEY: 'The number of a device with a key cannot be changed. Create a new claim code first.',
  DEVICE_NUMBER_WRONG: 'An IMEI has 15 digits, and the last one is a check digit.',
  DEVICE_TAKEN: 'The device is assigned to another machine or company. Release it there first.',
  GROUP_EXISTS: 'A group with this name already exists.',
  TAKES_NO_COMMANDS: 'The device in this machine only reads counters and accepts no commands.',
  MACHINE_OFFLINE: 'The machine is not connected. Send the request again when it is.',
  MACHINE_NOT_RUNNING: 'The machine is not selling, so the credit would be lost.',
  ALREADY_RESTARTING: 'The machine is restarting already.',
  ORDER_CHANGED: 'The order was changed meanwhile, and nothing was done. Retrieve it, and send its current version.',
  ORDER_STATE:
    'An order in this state does not allow this: only drafts are edited, only sent orders are received, and received or cancelled ones do not change.',
  PURCHASE_DELIVERED: 'The goods of a delivered purchase are in the warehouse, so its lines and its status cannot be changed.',
  INVITATION_ENDED: 'The invitation was used, revoked or replaced, has expired, or never existed. A manager can create a new one.',
  INVITEE_DISABLED: 'The account is disabled. Enable it before inviting its user.',
  PLAN_LIMIT: 'The plan of the company does not include this many machines.',
  PLAN_UNCHANGED: 'The company is on this plan already.',
  NO_SUBSCRIPTION: 'The company has no subscription to change. Choose a plan first.',
  TERMS_CHANGED: 'The terms were changed after they were read. Fetch them again, then accept them.',
  LOGIN_TAKEN: 'Another account has this login.',
  OWN_ROW: 'The own account cannot be changed here. Use the endpoints of the profile.',
  LAST_MANAGER: 'A company needs at least one active manager.',
  USER_OUTRANKS: 'The user has more permissions than the caller.',
  COMPANY_NOT_PAYING: 'The company has no paid plan.',
  CURRENCY_IN_USE: 'Prices exist. Choose a currency with the same number of decimals.',
  PHOTO_TAKEN: 'Another photo has this id. An id belongs to one photo of one user and one machine.',
  PHOTO_SPACE_FULL:
    'The company has as many photos, or photos of as many bytes, as the server allows. `GET /company/photos` has the limits. Old ones are deleted after a time.',
  PHOTO_STORE_AWAY: 'The store of photos does not answer at the moment. Send the same request again later.',
  PASS_EXISTS: 'A card with this number already exists.',
  PASS_CHANGED: 'The credit of the card was changed after the version that this request refers to.',
  TOO_MANY_KEYS: 'The company has the maximum number of API keys. Revoke one.',
  TOO_MANY_WEBHOOKS: 'The company has the maximum number of webhooks. Delete one.',
  WEBHOOK_PAUSED: 'The webhook is paused. Resume it first.',
  WEBHOOK_ADDRESS: 'A webhook needs a public https address on port 443 or 8443, without a password.',
  LINK_EXPIRED: 'The link was used or has expired. Request a new one.',
  CURSOR_TOO_OLD: 'The changes since this cursor are no longer stored. Fetch everything again, without a cursor.',
  FILE_EXPIRED: 'The signed URL of the file has expired. Request a new one.',
  IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was used before with a different body. Use a new key for a new request.',
  WRONG_MACHINE_TYPE: 'This is not possible for a machine of this type.',
  SOURCE_HAS_NO_SLOTS: 'The machine to copy from has no slots.',
  DUPLICATED_STOCK_POINT: 'The request contains the same stock location twice.',
  PRODUCT_TYPE_MISMATCH: 'A product of this type does not fit into a machine of this type.',
  NEGATIVE_STOCK: 'The warehouse has less of a product than this would take.',
  DUPLICATED_PRODUCT: 'The request contains the same product twice. Send one line per product.',
  UNKNOWN_CALL: 'The server does not know this operation. It may be older than the client.',
  OLD_PASSWORD_WRONG: 'The current password is wrong.',
  PASSWORD_TOO_COMMON: 'The password is too easy to guess.',
  ALERT_NO_EMAIL: 'The account has no e-mail address, which this channel needs.',
  ALERT_NO_PHONE: 'The account has no phone number, which this channel needs.',
  SMS_NOT_CONFIGURED: 'This server sends no text messages.',
  PUSH_SERVICE_UNKNOWN: 'The push service of this browser is not one that the server sends to.',
  REPORT_BY_MAIL: 'The report takes long. Order it as a file.',
  REPORT_TOO_LARGE: 'A file contains at most 1,000,000 rows. Choose a shorter period or fewer machines.',
  REPORT_TOO_WIDE: 'A table contains at most 16,382 machines next to each other. Choose a group of machines.',
  MANAGER_NEEDS_EMAIL: 'A manager needs an e-mail address.',
  IMPORT_UNREADABLE: 'The file is no CSV or XLSX table within the limits. `details.why` contains the reason.',
  IMPORT_INVALID: 'Nothing was imported, because some rows are invalid. `details.problems` contains row, field and reason of each.',
  AUDIT_UNREADABLE: 'The file is no DEX read-out (EVA-DTS).',
  PHOTO_UNREADABLE: 'The content is not a JPEG, PNG or WebP image.',
  AUDITS_SEVERAL: 'The file contains several read-outs. Send them one by one.',
  DISK_FULL: 'The disk of the server or of its database is full, so nothing was recorded. Send the same request again once there is space.',
}

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'The request could not be read. See the reference of this endpoint.',
  401: 'The access token is missing, invalid or expired. Please sign in and send it as "Authorization: Bearer …".',
  403: 'You are not allowed to perform this action.',
  404: 'The resource does not exist, or belongs to another company.',
  405: 'The API has no call with this method at this path. `Allow` lists the methods it has.',
  409: 'The request conflicts with the current state of the resource. Fetch it again, then retry.',
  410: 'The resource has expired. Request a new one.',
  413: 'The request is larger than this endpoint allows. Send less at once.',
  415: 'This endpoint does not support the content type of the request.',
  422: 'The request contains invalid values.',
  426: 'The server requires a newer version of this app. Update the app.',
  429: 'Too many requests. Wait for the time given in Retry-After.',
  500: 'The server failed, and the error was logged. You can send the same request again.',
  503: 'The server is overloaded. Send the same request again after the time given in Retry-After.',
}

export const titleOf = (code: RefusalCode): string => code.toLowerCase().replaceAll('_', ' ')

export const explain = (code: RefusalCode): string => BY_CODE[code] ?? BY_STATUS[REFUSALS[code]] ?? ''

/** The page of a code as plain text. */
export function problemPage(code: RefusalCode): string {
  const calls = ENDPOINTS.filter((endpoint) => codesOf(endpoint).includes(code))
  const lines = calls.map(({ method, path, summary }) => `${method} /api${path}\n  ${summary}`)
  return `${code}: ${titleOf(code)}\nHTTP status ${REFUSALS[code]}\n\n${explain(code)}\n${lines.length > 0 ? `\nReturned by:\n\n${lines.join('\n')}\n` : ''}`
}
