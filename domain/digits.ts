/** Where the digits of a script begin that people write whole numbers with: Arabic, Persian, and wide ones. */
const ZEROS = [0x0660, 0x06f0, 0xff10]

/** The digits 0 to 9 in the place of those of other scripts. */
export const latinDigits = (text: string): string =>
  text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code))
  })
