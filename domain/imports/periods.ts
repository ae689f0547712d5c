import { type Cell, type FileRow, shown } from './cell.ts'
import { dateIn } from './dates.ts'
import { plainHead } from './heads.ts'
import { isHourSpan, isTimeHead } from './hours.ts'

/** The first day of a period, its last day, and a month: the amounts of such a file are sums. */
const FROM =
  /^(?:from|start|start date|from date|date from|period start|begin|von|ab|datum von|od|data od|desde|fecha desde|de|du|date debut|da|dal|data inizio|開始日|开始日期|с)$/
const UNTIL =
  /^(?:to|until|end|end date|to date|date to|period end|bis|datum bis|do|data do|hasta|fecha hasta|ate|au|date fin|a|al|data fine|終了日|结束日期|по)$/
const MONTH = /^(?:month|monat|miesiac|mes|mois|mese|maand|manad|maned|mesic|месяц|月|年月)$/

/** Whether each row is about a month, or about the time from one day to another; the start and end of one sale are minutes apart. */
export function isOfPeriods(at: number | undefined, heads: readonly string[], sample: readonly FileRow[]): boolean {
  if (at === undefined) return false
  const plain = heads.map(plainHead)
  const head = plain[at] ?? ''
  const until = plain.findIndex((other) => UNTIL.test(other))
  return MONTH.test(head) || (FROM.test(head) && until >= 0 && !sample.some(({ cells }) => isShort(cells[at], cells[until])))
}

/** Whether each row is about an hour, such as 10:00-11:00. */
export const hasHourSpans = (sample: readonly FileRow[], heads: readonly string[]): boolean =>
  heads.some((head, column) => {
    const filled = sample.map(({ cells }) => cells[column] ?? null).filter((cell) => shown(cell) !== '')
    const isTime = isTimeHead(plainHead(head))
    return filled.length * 2 > sample.length && filled.every((cell) => isHourSpan(cell, isTime))
  })

/** Whether two dates with a time of day are less than half a day apart. */
function isShort(from: Cell | undefined, until: Cell | undefined): boolean {
  const [begin, end] = [dateIn(from, 'DAY_FIRST'), dateIn(until, 'DAY_FIRST')]
  return (
    begin !== null &&
    end !== null &&
    begin.hasTime &&
    end.wall >= begin.wall &&
    end.wall - begin.wall < 43_200_000 &&
    end.wall % 86_400_000 !== 0
  )
}
