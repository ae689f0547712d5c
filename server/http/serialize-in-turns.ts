import { createTurns } from '../yielding.ts'

/** Serializing a list with more rows can take more than a millisecond. */
const MANY = 200
/** Large lists are in the `data` of a response, in one of its fields, or in a field of that (`data.changes.inventory`). */
const DEEPEST = 3
/** Characters that are encoded at once. */
const PART = 64 * 1024

/** Whether serializing a response at once could delay the requests of others. */
export const isLarge = (value: unknown, depth = DEEPEST): boolean =>
  Array.isArray(value)
    ? value.length > MANY
    : depth > 0 && isPlainObject(value) && Object.values(value).some((member) => isLarge(member, depth - 1))

/**
 * What `JSON.stringify` returns, in UTF-8, row by row in turns. The report of a fleet of 10,000 machines has 30 MB, for which it
 * blocks all other requests for hundreds of milliseconds.
 */
export async function serializeInTurns(value: unknown): Promise<Buffer> {
  const turn = createTurns()
  const parts: Buffer[] = []
  let text = ''
  for (const piece of piecesOf(value, DEEPEST)) {
    text += piece
    if (text.length >= PART) {
      parts.push(Buffer.from(text))
      text = ''
    }
    const over = turn()
    if (over) await over
  }
  parts.push(Buffer.from(text))
  return Buffer.concat(parts)
}

function* piecesOf(value: unknown, depth: number): Generator<string> {
  if (!isLarge(value, depth)) {
    yield JSON.stringify(value) ?? 'null'
  } else if (Array.isArray(value)) {
    let before = '['
    for (const row of value) {
      yield before + (JSON.stringify(row) ?? 'null')
      before = ','
    }
    yield ']'
  } else {
    let before = '{'
    for (const [key, member] of Object.entries(value as object)) {
      if (member === undefined) continue
      yield `${before}${JSON.stringify(key)}:`
      yield* piecesOf(member, depth - 1)
      before = ','
    }
    yield '}'
  }
}

/** Others convert themselves, such as dates. */
const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !('toJSON' in value) && [Object.prototype, null].includes(Object.getPrototypeOf(value))
