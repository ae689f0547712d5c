import * as v from 'valibot'

type Issue = v.BaseIssue<unknown>

/** Gives the rules that have no message of their own one in the words of the API. It contains no value that was sent, such as a password. */
export const setValidationMessages = () => v.setGlobalMessage(messageOf)

const TYPES: Readonly<Record<string, string>> = {
  string: 'must be a string',
  number: 'must be a number',
  boolean: 'must be true or false',
  array: 'must be an array',
  tuple: 'must be an array',
  object: 'must be an object',
  loose_object: 'must be an object',
  strict_object: 'must be an object',
  record: 'must be an object',
  null: 'must be null',
  integer: 'must be a whole number',
  safe_integer: 'must be a whole number',
  finite: 'must be a finite number',
  uuid: 'must be a UUID',
  email: 'must be an e-mail address',
  url: 'must be a URL',
  iso_date: 'must be a date such as 2026-03-31',
  iso_timestamp: 'must be a time such as 2026-03-31T09:30:00Z',
  parse_json: 'must be JSON',
  regex: 'has the wrong format',
  non_empty: 'must not be empty',
}

const LENGTHS: Readonly<Record<string, string>> = { min_length: 'at least', max_length: 'at most', length: 'exactly' }
const BOUNDS: Readonly<Record<string, string>> = {
  min_value: 'at least',
  max_value: 'at most',
  gt_value: 'greater than',
  lt_value: 'less than',
}

/** Rules whose message is a translation key of a form and whose kind does not describe them. */
const RULES: Readonly<Record<string, string>> = {
  EMAIL_INVALID: 'must be an e-mail address',
  EMAIL_BEFORE_AT: 'must be an e-mail address with letters without accents before the @',
  PHONE_INVALID: 'must be a phone number of 6 to 14 characters',
  EMPLOYEE_PHONE_INVALID: 'must be a phone number of 6 to 16 characters',
  LOGIN_INVALID: 'must be a name, an underscore and 5 lower-case letters or digits, such as jdoe_a1b2c',
  ONE_LINE: 'must be on one line',
  NAME_ONE_LINE: 'must be on one line',
  NAME_WITHOUT_ADDRESS: 'must not contain a web address',
}

const KEY = /^[A-Z]+(?:_[A-Z]+)+$/
/** Messages that the specification itself names by a code. */
const CODES: readonly string[] = ['PASSWORDS_MUST_MATCH', 'OLD_PASSWORD_IS_REQUIRED']

/** The message of an issue in a response. Schemas that a form shares have translation keys as messages, which mean nothing to other clients. */
export function wordsOf(issue: Issue): string {
  const { message } = issue
  return KEY.test(message) && !CODES.includes(message) ? (RULES[message] ?? messageOf(issue)) : message
}

function messageOf(issue: Issue): string {
  const { type, expected, requirement, input } = issue
  if (isKey(issue)) return expected === 'never' ? 'unknown field' : 'required'
  if (input === undefined && issue.kind === 'schema') return 'required'
  const length = LENGTHS[type]
  if (length) return `must have ${length} ${requirement} ${unitOf(input, Number(requirement))}`
  const bound = BOUNDS[type]
  if (bound) return `must be ${bound} ${requirement instanceof Date ? requirement.toISOString() : requirement}`
  if (type === 'literal' || type === 'picklist' || type === 'variant') return `must be ${listOf(expected ?? '')}`
  return TYPES[type] ?? 'is not valid'
}

/** Whether the issue is about the key of an object, which is missing or unknown, and not about its value. */
const isKey = ({ kind, type, expected, path }: Issue): boolean =>
  kind === 'schema' && type.endsWith('object') && (expected === 'never' || (path !== undefined && /^"/.test(expected ?? '')))

const unitOf = (input: unknown, count: number) =>
  typeof input === 'string' ? `character${count === 1 ? '' : 's'}` : `entr${count === 1 ? 'y' : 'ies'}`

const LONG_LIST = 60

/** Reads Valibot's list of allowed values, such as `("CARD" | "CASH")`. */
function listOf(expected: string): string {
  const values = expected.replace(/^\(|\)$/g, '').split(' | ')
  if (values.length > LONG_LIST) return `one of the ${values.length} values in /api/openapi.json, such as ${values[0]}`
  return values.length > 1 ? `one of ${values.join(', ')}` : expected
}
