import { auditsOf } from './audits.ts'
import { byteString, fromUtf8 } from './bytes.ts'
import { segmentsOf } from './segments.ts'

/** The audits of a file, each as a file of its own. */
export const auditTexts = (input: Uint8Array | string): string[] =>
  [...auditsOf(segmentsOf(byteString(input), () => {}))].map(({ segments }) => {
    const bytes = segments.map(({ raw }) => `${raw}\r\n`).join('')
    return fromUtf8(bytes) ?? bytes
  })
