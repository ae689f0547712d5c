import { auditsOf } from './audits.ts'
import { byteString, fromUtf8 } from './bytes.ts'
import { segmentsOf } from './segments.ts'

/** Splits a file into one file per audit. */
export const auditTexts = (input: Uint8Array | string): string[] =>
  [...auditsOf(segmentsOf(byteString(input), () => {}))].map(({ segments }) => {
    const bytes = segments.map(({ raw }) => `${raw}\r\n`).join('')
    return fromUtf8(bytes) ?? bytes
  })
