declare module 'punycode/punycode.es6.js' {
  /** Throws a RangeError if the text is not Punycode. */
  export function decode(text: string): string
}
