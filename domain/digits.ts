/** Code points of the digit zero in scripts used for whole numbers: Arabic, Persian, and full-width. */
const ZEROS = [0x0660, 0x06f0, 0xff10]

/** Replaces digits of other scripts by 0 to 9. */
export const latinDigits = (text: string): string =>
  text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code))
  })
