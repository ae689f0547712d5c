import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Instant, Uuid } from './fields.ts'

export const MAX_APP_ERRORS = 20
export const MAX_FRAMES = 20

/** `caught`: a screen crashed, or a change failed in the app. */
const APP_ERROR_KINDS = ['error', 'rejection', 'caught'] as const

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** A name in the program or a path of it. Typed text does not match. */
const symbol = (longest: number) => v.pipe(v.string(), v.maxLength(longest), v.regex(/^[\w$./<>[\]@-]*$/))

/** An error in the app, without its message, because a message may quote what a user typed. */
export const AppError = v.strictObject({
  id: Uuid,
  at: Instant,
  kind: v.picklist(APP_ERROR_KINDS),
  /** The class of the error. */
  name: symbol(60),
  /** The pattern of the page's address, such as `/dashboard/machines/$machineId`. */
  route: symbol(200),
  version: symbol(40),
  frames: v.pipe(
    v.array(v.strictObject({ function: symbol(100), file: symbol(120), line: whole, column: whole })),
    v.maxLength(MAX_FRAMES),
  ),
  /** How often it occurred on the device since it was last reported. */
  count: v.pipe(whole, v.minValue(1)),
})
export type AppError = v.InferOutput<typeof AppError>

/** Needs no sign-in, because the app may fail before it. */
export const reportAppErrors = endpoint({
  name: 'reportAppErrors',
  method: 'POST',
  path: '/app-errors',
  who: 'public',
  summary: 'Report errors of the app, which the server writes to its log',
  body: v.strictObject({ errors: v.pipe(v.array(AppError), v.minLength(1), v.maxLength(MAX_APP_ERRORS)) }),
  answer: v.object({}),
})
