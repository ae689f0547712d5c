/** Parameters of Punycode (RFC 3492). */
const BASE = 36
const LEAST = 1
const MOST = 26
const SKEW = 38
const DAMP = 700
const FIRST_BIAS = 72
const FIRST_CODE = 128

const digitOf = (character: string): number => {
  const digit = Number.parseInt(character, BASE)
  // Punycode counts letters first: a is 0 and the figure 0 is 26.
  return digit < 10 ? digit + 26 : digit - 10
}

function biasOf(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2))
  rest += Math.floor(rest / count)
  let steps = 0
  for (; rest > ((BASE - LEAST) * MOST) / 2; steps += BASE) rest = Math.floor(rest / (BASE - LEAST))
  return steps + Math.floor(((BASE - LEAST + 1) * rest) / (rest + SKEW))
}

/** The characters of a label without its `xn--`; null if it is not Punycode. */
function decoded(label: string): string | null {
  const plain = Math.max(0, label.lastIndexOf('-'))
  const codes = [...label.slice(0, plain)].map((character) => character.codePointAt(0) ?? 0)
  let code = FIRST_CODE
  let bias = FIRST_BIAS
  let place = 0
  for (let at = plain > 0 ? plain + 1 : 0; at < label.length; ) {
    const before = place
    for (let weight = 1, step = BASE; ; step += BASE) {
      const digit = digitOf(label[at++] ?? '')
      if (!(digit >= 0 && digit < BASE)) return null
      place += digit * weight
      const limit = Math.min(MOST, Math.max(LEAST, step - bias))
      if (digit < limit) break
      weight *= BASE - limit
    }
    bias = biasOf(place - before, codes.length + 1, before === 0)
    code += Math.floor(place / (codes.length + 1))
    place %= codes.length + 1
    if (code > 0x10_ff_ff) return null
    codes.splice(place++, 0, code)
  }
  return String.fromCodePoint(...codes)
}

/** Only letters, marks and digits: a decoded label must not contain a dot, a direction mark or anything else with a meaning of its own. */
const READABLE = /^[\p{L}\p{M}\p{N}-]+$/u

function readableLabel(label: string): string {
  if (!/^xn--/i.test(label)) return label
  const readable = decoded(label.slice('xn--'.length).toLowerCase())
  return readable && READABLE.test(readable) && readable === readable.normalize('NFC').toLowerCase() ? readable : label
}

/**
 * A mail address, or a login that may be one, with its domain in the script in which people write it. Fields for mail addresses convert it
 * to ASCII in some browsers and not in others (`info@xn--mller-kva.de`, `info@müller.de`), and both are one mailbox.
 */
export function readableAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (at < 0) return address
  return (
    address.slice(0, at + 1) +
    address
      .slice(at + 1)
      .split('.')
      .map(readableLabel)
      .join('.')
  )
}
