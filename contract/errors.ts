import * as v from 'valibot'

/** Every refusal the server gives: its stable code and its HTTP status. Screens translate the code; texts are for developers. */
export const REFUSALS = {
  MALFORMED: 400,
  INVALID_CAPTCHA: 400,
  INVALID_TOKEN: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  MACHINE_NOT_FOUND: 404,
  SLOT_NOT_FOUND: 404,
  PRODUCT_NOT_FOUND: 404,
  STOCK_POINT_NOT_FOUND: 404,
  OPERATION_NOT_FOUND: 404,
  DEVICE_NOT_FOUND: 404,
  COMMAND_NOT_FOUND: 404,
  REQUEST_IN_PROGRESS: 409,
  SLOT_CHANGED: 409,
  WRONG_ACCOUNT: 409,
  ALREADY_UNDONE: 409,
  DEVICE_EXISTS: 409,
  DEVICE_TAKEN: 409,
  TAKES_NO_COMMANDS: 409,
  MACHINE_OFFLINE: 409,
  MACHINE_NOT_RUNNING: 409,
  ALREADY_RESTARTING: 409,
  CURSOR_TOO_OLD: 410,
  FILE_EXPIRED: 410,
  TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  INVALID: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  WRONG_MACHINE_TYPE: 422,
  DUPLICATED_STOCK_POINT: 422,
  PRODUCT_TYPE_MISMATCH: 422,
  UNKNOWN_CALL: 422,
  REPORT_BY_MAIL: 422,
  REPORT_TOO_LARGE: 422,
  NO_EMAIL: 422,
  IMPORT_UNREADABLE: 422,
  IMPORT_INVALID: 422,
  USER_DISABLED: 403,
  APP_TOO_OLD: 426,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  OVERLOADED: 503,
} as const

export type RefusalCode = keyof typeof REFUSALS

/** RFC 9457 problem details, with our code. `details` carries what a screen needs to offer an answer (both values of a conflict). */
export const Problem = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  detail: v.optional(v.string()),
  code: v.string(),
  errors: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
  details: v.optional(v.unknown()),
})
export type Problem = v.InferOutput<typeof Problem>
