const CJK = /[\u2e80-\u303f\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef]/u
/** What Japanese never puts at the beginning of a line, and what it never leaves at the end of one. */
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

export type Measure = (text: string) => number

/** The largest number up to `most` that fits, where every smaller one fits too. Each is tried in time that grows with the answer. */
function longest(most: number, fits: (count: number) => boolean): number {
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
 * The text in lines no wider than `width`, which `measure` counts in the same unit. Breaks where its script breaks; a word that is longer
 * than a line is cut. Only a single letter wider than `width` overhangs. Always at least one line, which may be empty.
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
          longest(letters.length - at, (count) => fits(part(count))),
        )
        line = part(length)
        at += length
        if (at >= letters.length) break
      }
    }
  }
  // A space that must not break has done its work: readers of a PDF search for the plain one.
  return [...lines, line.trimEnd()].map((done) => done.replaceAll('\u00a0', ' '))
}

/** How many of the first letters are left without spaces and marks at their end. */
function withoutMarks(letters: readonly string[], length: number): number {
  let end = length
  while (end > 0 && /[\s,.;:、。·–—-]/u.test(letters[end - 1] ?? '')) end--
  return end
}

/** As `linesOf`, but at most `most` lines: the last one then ends in an ellipsis. */
export function fewLinesOf(text: string, most: number, width: number, measure: Measure): string[] {
  const lines = linesOf(text, width, measure)
  const last = lines[most - 1]
  if (lines.length <= most || last === undefined) return lines
  const letters = [...last]
  const cut = (length: number) => `${letters.slice(0, withoutMarks(letters, length)).join('')}…`
  const fits = longest(letters.length, (length) => measure(cut(length)) <= width)
  return [...lines.slice(0, most - 1), cut(fits)]
}
