import * as v from 'valibot'
import { expect, it, test } from 'vitest'
import { CompanyFields } from '#contract/company.ts'
import { USER_FIELDS } from '#contract/users.ts'
import { setValidationMessages, wordsOf } from './validation-messages.ts'

setValidationMessages()

const Body = v.object({ name: v.string(), kind: v.optional(v.picklist(['CARD', 'CASH'])) })

it.each<[string, v.GenericSchema, unknown, string]>([
  ['a missing field', Body, {}, 'name: required'],
  ['null for a field', Body, { name: null }, 'name: must be a string'],
  ['a value of no list', Body, { name: 'a', kind: 'secret' }, 'kind: must be one of "CARD", "CASH"'],
  ['an unknown field', v.strictObject({}), { stray: 1 }, 'stray: unknown field'],
  ['no body', Body, undefined, 'required'],
  ['a text for an object', v.strictObject({}), 'text', 'must be an object'],
  ['null for an object', Body, null, 'must be an object'],
  ['an object for an array', v.array(v.string()), {}, 'must be an array'],
  ['text for a number', v.number(), '5', 'must be a number'],
  ['text for a boolean', v.boolean(), 'true', 'must be true or false'],
  ['a fraction', v.pipe(v.number(), v.safeInteger()), 1.5, 'must be a whole number'],
  ['a short text', v.pipe(v.string(), v.minLength(3)), 'a', 'must have at least 3 characters'],
  ['a long text', v.pipe(v.string(), v.maxLength(1)), 'ab', 'must have at most 1 character'],
  ['an empty array', v.pipe(v.array(v.string()), v.minLength(1)), [], 'must have at least 1 entry'],
  ['a small number', v.pipe(v.number(), v.minValue(1)), 0, 'must be at least 1'],
  ['an equal number', v.pipe(v.number(), v.ltValue(1)), 1, 'must be less than 1'],
  ['no URL', v.pipe(v.string(), v.url()), 'x', 'must be a URL'],
  ['another constant', v.literal('A'), 'B', 'must be "A"'],
  [
    'a rule without a message',
    v.pipe(
      v.string(),
      v.check(() => false),
    ),
    'x',
    'is not valid',
  ],
  [
    'a rule with a message',
    v.pipe(
      v.string(),
      v.check(() => false, 'must be a day'),
    ),
    'x',
    'must be a day',
  ],
])('the message for %s', (_name, schema, value, message) => {
  const [issue] = v.safeParse(schema, value).issues ?? []
  const path = issue && v.getDotPath(issue)
  expect(path ? `${path}: ${issue?.message}` : issue?.message).toBe(message)
})

test.each([
  ['a shortest length', CompanyFields.entries.name, 'a', 'must have at least 2 characters'],
  ['an empty text', CompanyFields.entries.legalName, '', 'must not be empty'],
  ['a short list', CompanyFields.entries.currency, 'XXX', /^must be one of "PLN", "USD"/],
  ['a long list', CompanyFields.entries.country, 'XX', /^must be one of the \d+ values in .* such as "AD"$/],
  ['a pattern', USER_FIELDS.phoneNumber, 'call me', 'must be a phone number of 6 to 16 characters'],
  ['a web address', CompanyFields.entries.name, 'www.a.example', 'must not contain a web address'],
])('a translation key is replaced by words: %s', (_name, schema, value, message) => {
  const [issue] = v.safeParse(schema as v.GenericSchema, value).issues ?? []
  expect(issue && wordsOf(issue)).toMatch(message)
})
