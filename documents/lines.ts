const CJK = /[\u2e80-\u303f\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef]/u
/** Characters that must not start a line in Japanese, and those that must not end one. */
const NEVER_FIRST = /[、。，．・：；？！ー々〻゛゜ヽヾゝゞぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ」』】〉》〕）］｝%％℃,.:;?!)\]}]/u
const NEVER_LAST = /[「『【〈《〔（［｛¥￥$(（[{]/u

function mayBreak(before: string, after: string): boolean {
  if (after === ' ' || after === '\u3000' || after === '\u00a0' || before === '\u00a0') return false
  if (before === ' ' || before === '\u3000') return true
  if (/[-‐–/]/.test(before)) return /\p{L}/u.test(after)
  return (CJK.test(before) || CJK.test(after)) && !NEVER_FIRST.test(after) && !NEVER_LAST.test(before)
}

function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let before = ''
  for (const letter of text) {
    const last = pieces.length - 1
    if (before === '' || mayBreak(before, letter)) pieces.push(letter)
    else pieces[last] = `${pieces[last]}${letter}`
    before = letter
  }
  return pieces
}

type Measure = (text: string) => number

/** The largest number up to `most` that fits, if every smaller one fits too. The cost of a try grows with the result. */
function largestFit(most: number, fits: (count: number) => boolean): number {
  let [least, step] = [0, 1]
  while (least + step <= most && fits(least + step)) [least, step] = [least + step, step * 2]
  for (let tooMany = Math.min(least + step, most + 1); tooMany - least > 1; ) {
    const middle = Math.floor((least + tooMany) / 2)
    if (fits(middle)) least = middle
    else tooMany = middle
  }
  return least
}

/**
 * Breaks text into lines of at most `width`, in the unit of `measure`. Lines break where the script allows it; a word longer than a line is
 * cut. Only a single letter wider than `width` may exceed it. Returns at least one line, which may be empty.
 */
export function linesOf(text: string, width: number, measure: Measure): string[] {
  const fits = (line: string) => measure(line.trimEnd()) <= width
  const lines: string[] = []
  let line = ''
  for (const piece of piecesOf(text)) {
    if (fits(line + piece)) {
      line += piece
    } else {
      if (line !== '') lines.push(line.trimEnd())
      const letters = [...piece]
      for (let at = 0; ; lines.push(line.trimEnd())) {
        const part = (length: number) => letters.slice(at, at + length).join('')
        const length = Math.max(
          1,
          largestFit(letters.length - at, (count) => fits(part(count))),
        )
        line = part(length)
        at += length
        if (at >= letters.length) break
      }
    }
  }
  // Non-breaking spaces are replaced after breaking, because readers of a PDF search for plain spaces.
  return [...lines, line.trimEnd()].map((done) => done.replaceAll('\u00a0', ' '))
}

/** The number of leading letters without trailing spaces and marks. */
function withoutMarks(letters: readonly string[], length: number): number {
  let end = length
  while (end > 0 && /[\s,.;:、。·–—-]/u.test(letters[end - 1] ?? '')) end--
  return end
}

/** Like `linesOf`, but at most `most` lines; the last one ends in an ellipsis if text was cut. */
export function fewLinesOf(text: string, most: number, width: number, measure: Measure): string[] {
  const lines = linesOf(text, width, measure)
  const last = lines[most - 1]
  if (lines.length <= most || last === undefined) return lines
  const letters = [...last]
  const cut = (length: number) => `${letters.slice(0, withoutMarks(letters, length)).join('')}…`
  const fits = largestFit(letters.length, (length) => measure(cut(length)) <= width)
  return [...lines.slice(0, most - 1), cut(fits)]
}
