/** The response of GET /captcha: the salt, and the SHA-256 (hex) of the salt followed by the number to find. */
export type CaptchaChallenge = { algorithm: string; challenge: string; maxnumber?: number | undefined; salt: string; signature: string }

/** Enough for the browser to hash in parallel, few enough that a slow phone can draw and handle input in between. */
const AT_ONCE = 500

/**
 * Solves a challenge, in about a second on a phone, and returns the value for `reCaptchaToken`. A solution counts once, so every sign-in
 * attempt needs its own challenge. Empty if it cannot be solved: browsers provide hashing only for https and localhost.
 */
export async function solveCaptcha({ algorithm, challenge, maxnumber = 1_000_000, salt, signature }: CaptchaChallenge): Promise<string> {
  if (!globalThis.crypto?.subtle || algorithm !== 'SHA-256') return ''
  const wanted = bytesOf(challenge)
  const encoder = new TextEncoder()
  const isAnswer = async (number: number) =>
    isSame(new Uint8Array(await crypto.subtle.digest(algorithm, encoder.encode(`${salt}${number}`))), wanted)
  for (let first = 0; first <= maxnumber; first += AT_ONCE) {
    const tried = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => isAnswer(first + index)))
    const found = tried.indexOf(true)
    if (found >= 0) return btoa(JSON.stringify({ algorithm, challenge, number: first + found, salt, signature }))
    // Completed hashes take precedence over user input, so without a pause the page would freeze until the end.
    await new Promise((resolve) => setTimeout(resolve))
  }
  return ''
}

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

const isSame = (one: Uint8Array, other: Uint8Array) => one.length === other.length && one.every((byte, index) => byte === other[index])
