/** The rows or records that the beginning of a file contains as a whole, as a file of their own. */
export function wholeRecords(beginning: Uint8Array<ArrayBuffer>): BlobPart {
  return (/[[{]/.test(firstSign(beginning)) && wholeJson(new TextDecoder().decode(beginning))) || wholeLines(beginning)
}

const firstSign = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(0, 100)).trimStart().slice(0, 1)

const wholeLines = (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, bytes.lastIndexOf(0x0a) + 1)

/** JSON up to its last complete record in a list, with its lists and objects closed; null if no record is complete. */
function wholeJson(text: string): string | null {
  let [open, isString, whole] = ['', false, null as { end: number; open: string } | null]
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (isString && sign === '\\') at++
    else if (sign === '"') isString = !isString
    else if (isString) continue
    else if (sign === '{' || sign === '[') open = (sign === '{' ? '}' : ']') + open
    else if (sign === '}' || sign === ']') {
      open = open.slice(1)
      if (sign === '}' && open.startsWith(']')) whole = { end: at + 1, open }
    }
  }
  return whole && text.slice(0, whole.end) + whole.open
}
