/** Ten digits: the longest counter. */
const MAX_NUMBER = 9_999_999_999

/** All ones in 32 bits: some machines report this if they do not count. */
const NONE = 4_294_967_295

const [BLANK, ZERO, NINE] = [0x20, 0x30, 0x39]

/** Parses an element as a number; `none` if it is empty, `junk` if it is not a number. Blanks are padding. */
export function numberIn(value: string | undefined): number | 'none' | 'junk' {
  if (!value) return 'none'
  let [from, to] = [0, value.length]
  while (from < to && value.charCodeAt(from) === BLANK) from++
  while (to > from && value.charCodeAt(to - 1) === BLANK) to--
  if (from === to) return 'none'
  let number = 0
  for (let at = from; at < to; at++) {
    const code = value.charCodeAt(at)
    if (code < ZERO || code > NINE || number > MAX_NUMBER) return 'junk'
    number = number * 10 + code - ZERO
  }
  return number === NONE ? 'none' : number > MAX_NUMBER ? 'junk' : number
}
