/** The number of rows of a sheet that are searched for the common headings. */
const BEGINNING = 15
/** Fewer texts in a row are no headings. */
const FEWEST_HEADS = 3

const isText = (cell) => typeof cell === 'string' && cell.trim() !== '' && !/^[\d\s.,:/-]+$/.test(cell)
const headsIn = (rows) =>
  rows.flatMap(({ cells }) =>
    cells.filter(isText).length >= FEWEST_HEADS ? [cells.map((cell) => String(cell ?? '').trim()).join('\n')] : [],
  )

/**
 * Joins the rows of sheets with the same headings. A line with the name of each sheet as its machine comes before its rows, which are
 * numbered through. Sheets with other headings are left out and named.
 */
export function sheetJoin() {
  /** Names of the sheets that were left out. */
  const leftOut = []
  let [number, name, state] = [0, '', 'OVER']
  let held = []
  let common = null
  const joined = (row) => ({ ...row, number: ++number })

  function* decide() {
    const heads = headsIn(held)
    if (common === null && heads.length > 0) common = new Set(heads)
    state = heads.some((one) => common?.has(one)) ? 'READ' : 'LEFT_OUT'
    if (state === 'LEFT_OUT') leftOut.push(name)
    else {
      yield joined({ cells: [`Machine: ${name}`], progress: 0 })
      for (const row of held) yield joined(row)
    }
    held = []
  }
  function* end() {
    if (state === 'HELD' && held.length > 0) yield* decide()
    state = 'OVER'
  }
  return {
    leftOut,
    *begin(next) {
      yield* end()
      ;[name, state] = [next, 'HELD']
    },
    *take(row) {
      if (state === 'READ') yield joined(row)
      else if (state === 'HELD' && held.push(row) >= BEGINNING) yield* decide()
    },
    end,
  }
}
