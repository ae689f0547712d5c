import fc, { type Arbitrary } from 'fast-check'

/** A piece of raw JSON text, for what no value can express: duplicate keys, numbers out of range. */
const RAW = '@raw:'
const raw = (text: string) => RAW + text
const RAW_IN_TEXT = new RegExp(`"${RAW}((?:[^"\\\\]|\\\\.)*)"`, 'g')

/** The JSON text of a value. */
export const jsonOf = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replaceAll(RAW_IN_TEXT, (_match, text: string) => JSON.parse(`"${text}"`))

/** Whether it is valid JSON, within the size, depth and characters that every call accepts. */
export function isReadable(value: unknown): boolean {
  const text = jsonOf(value)
  if (
    text.length > 20_000 ||
    text.includes('"__proto__":') ||
    /\\u0000|\\ud[89a-f]/i.test(text) ||
    /\p{Cs}/u.test(text) ||
    /[[{]{20}|(\{"a":){20}/.test(text)
  )
    return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const nested = (depth: number, open: string, close: string) => raw(open.repeat(depth) + close.repeat(depth))

/** Invalid replacement values. */
const POISONS: readonly unknown[] = [
  ...[null, true, false, '', ' ', [], {}, [[]], [null]],
  ...[
    0,
    -1,
    1,
    0.1,
    -0.5,
    1.5,
    500_001,
    5_000_000,
    5_000_001,
    1e6,
    1_000_001,
    2 ** 31,
    2 ** 32,
    2 ** 53,
    2 ** 63,
    -(2 ** 63),
    1e300,
    5e-324,
  ],
  ...['-0', '1e999', '-1e999', '1E400', '12345678901234567890', '0.1e-400', '1e1'].map(raw),
  ...['NaN', 'Infinity', 'undefined', '01', "'x'", '/**/1', '1n', '{', ']'].map(raw),
  ...['\u0000', 'a\u0000b', '\u202E\u2066', '\uFEFF', '👩‍👩‍👧‍👦', '\u0007', 'x'.repeat(201), '漢'.repeat(3_000)],
  ...['"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"', '"\\x"', '"\u0001"'].map(raw),
  ...["' or 1=1; --", '<script>alert(1)</script>', '$(id)', '1', '-1', '1.5', '1e3', '0x10', '١٢', 'true', 'null', '[object Object]'],
  ...[
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00.000Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999-14:00',
    '2026-11-21',
    'tomorrow',
  ],
  ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '{3f2504e0-4f89-41d3-9a0c-0305e82c3301}', '3f2504e0'],
  ...['{"a":1,"a":2}', '{"__proto__":{"quantity":1}}', '{"constructor":{"prototype":{"polluted":true}}}', '{"length":1e9}'].map(raw),
  ...[nested(31, '[', ']'), nested(33, '[', ']'), nested(10_000, '[', ']'), raw(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`)],
]

/** Larger than any allowed body; used rarely, because sending them takes most of the time. */
const HUGE: readonly unknown[] = ['x'.repeat(1_000_000), Array.from({ length: 20_000 }, (_, index) => index), raw(`${'9'.repeat(70_000)}`)]

const poison: Arbitrary<unknown> = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...POISONS) },
  { weight: 20, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.constantFrom(...HUGE) },
)

type Path = readonly string[]

/** One mutation: where in a value, and how. */
type Break = { where: number; how: 'replace' | 'remove' | 'repeat' | 'add'; poison: unknown; name: string }

const breaks: Arbitrary<Break> = fc.record({
  where: fc.nat(),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'repeat', 'add'),
  poison,
  name: fc.constantFrom('__proto__', 'constructor', 'toString', 'companyId', 'userId', 'role', 'id', '', 'quantity', '\u0000', 'a\ud800'),
})

/** The same values with one or many mutations. */
export const brokenOf = (values: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc.tuple(values, fc.array(breaks, { minLength: 1, maxLength: 4 })).map(([value, all]) => all.reduce(breakOnce, value))

function breakOnce(value: unknown, { where, how, poison, name }: Break): unknown {
  const paths = pathsIn(value)
  const path = paths[where % paths.length] ?? []
  switch (how) {
    case 'replace':
      return editAt(value, path, () => [poison])
    case 'remove':
      return editAt(value, path, () => [])
    case 'repeat':
      return editAt(value, path, (member) => [member, member])
    case 'add':
      return editAt(value, path, (member) => [isObject(member) ? withMember(member, name, poison) : [member, poison]])
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

/** An own property even for `__proto__`. */
const withMember = (object: object, name: string, member: unknown) => Object.fromEntries([...Object.entries(object), [name, member]])

const membersOf = (value: unknown): [string, unknown][] => (Array.isArray(value) || isObject(value) ? Object.entries(value) : [])

const pathsIn = (value: unknown): Path[] => [
  [],
  ...membersOf(value).flatMap(([key, member]) => pathsIn(member).map((path) => [key, ...path])),
]

/** Replaces the value at a path by none, one or many; several members of one name produce text with a duplicate key. */
function editAt(value: unknown, [key, ...rest]: Path, edit: (member: unknown) => unknown[]): unknown {
  if (key === undefined) return edit(value)[0]
  const change = (member: unknown) => (rest.length > 0 ? [editAt(member, rest, edit)] : edit(member))
  if (Array.isArray(value)) return value.flatMap((member, index) => (String(index) === key ? change(member) : [member]))
  const members = membersOf(value).flatMap(([name, member]) =>
    name === key ? change(member).map((changed) => [name, changed] as const) : [[name, member] as const],
  )
  const isTwice = members.filter(([name]) => name === key).length > 1
  return isTwice
    ? raw(`{${members.map(([name, member]) => `${JSON.stringify(name)}:${jsonOf(member)}`).join(',')}}`)
    : Object.fromEntries(members)
}

/** Transport damage to a text: truncated, doubled, wrapped. Usually none. */
export const mangled = (texts: Arbitrary<string>): Arbitrary<string> =>
  fc
    .tuple(
      texts,
      fc.nat(),
      fc.constantFrom(...Array.from({ length: 12 }, () => 'as it is'), 'cut', 'doubled', 'marked', 'trailed', 'empty'),
    )
    .map(
      ([text, place, how]) =>
        ({
          'as it is': text,
          cut: text.slice(0, place % (text.length + 1)),
          doubled: text + text,
          marked: `\uFEFF${text}`,
          trailed: `${text},`,
          empty: '',
        })[how] ?? text,
    )

/** Texts for fields that carry only texts: a query, a form. */
export const brokenText: Arbitrary<string> = fc.oneof(
  { weight: 9, arbitrary: poison.map((value) => (typeof value === 'string' ? value.replace(RAW, '') : jsonOf(value)).slice(0, 4_000)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
)

/** Invalid path segments. */
export const brokenAddressPart: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '%',
    '%zz',
    '%00',
    '%ED%A0%80',
    '%C0%AF',
    '%2F',
    '..%2f..',
    '%252e',
    '0',
    '-1',
    '1e3',
    '0x1',
    '+1',
    '1%20',
    '9'.repeat(15),
    '9'.repeat(16),
  ),
  fc.constantFrom(
    '%E2%80%AE',
    '%F0%9F%92%A9',
    "1'--",
    '1;drop',
    'null',
    'undefined',
    'NaN',
    'x'.repeat(101),
    'x'.repeat(2_001),
    'x'.repeat(2_600),
  ),
  fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((text) => text !== '.' && text !== '..')
    .map(encodeURIComponent),
)

/** Header values that an HTTP line can carry. */
export const brokenHeader: Arbitrary<string> = fc.oneof(
  fc.constantFrom('', ' ', 'null', '0', '-1', '1e999', 'tomorrow', '\u00e9\u00ff', "' or 1=1", 'x'.repeat(5_000), 'a, b', '{"a":1}'),
  fc.constantFrom(
    '2026-02-30T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999-14:00',
    '0000-01-01T00:00:00+14:00',
    '1969-12-31T23:59:59Z',
  ),
  fc.constantFrom('00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', '3f2504e0-4f89-41d3-9a0c'),
)

export const mangledType: Arbitrary<string | null> = fc.constantFrom(
  null,
  '',
  'text/plain',
  'text/html',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json;;',
  'application/json, text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/problem+json',
  '*/*',
  '\u00e9',
)
