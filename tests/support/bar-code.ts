import { checkDigitOf } from '#domain/products/gtin.ts'

const LEFT = ['0001101', '0011001', '0010011', '0111101', '0100011', '0110001', '0101111', '0111011', '0110111', '0001011']
/** Which digits of the left half are written in set G, by the first digit. */
const G_AT = ['000000', '001011', '001101', '001110', '010011', '011001', '011100', '010101', '010110', '011010']
const inverted = (bits: string) => [...bits].map((bit) => (bit === '0' ? '1' : '0')).join('')
const reversed = (bits: string) => [...bits].reverse().join('')

/** The bars of an EAN-13, as ISO/IEC 15420 describes them: 95 modules. */
export function barsOf(code: string): string {
  if (!/^\d{13}$/.test(code) || checkDigitOf(code.slice(0, 12)) !== Number(code[12])) throw new Error(`${code} is no EAN-13`)
  const parity = G_AT[Number(code[0])] ?? ''
  const left = [...code.slice(1, 7)].map((digit, index) => {
    const bits = LEFT[Number(digit)] ?? ''
    return parity[index] === '1' ? reversed(inverted(bits)) : bits
  })
  const right = [...code.slice(7)].map((digit) => inverted(LEFT[Number(digit)] ?? ''))
  return `101${left.join('')}01010${right.join('')}101`
}
