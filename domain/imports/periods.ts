import { type Cell, type FileRow, shown } from './cell.ts'
import { dateIn } from './dates.ts'
import { plainHead } from './heads.ts'
import { isHourSpan, isTimeHead } from './hours.ts'
import { numberIn } from './numbers.ts'

/** The first day of a period, its last day, and a month: the amounts of such a file are sums. */
const FROM =
  /^(?:from|start|start date|from date|date from|period start|begin|von|ab|datum von|od|data od|desde|fecha desde|de|du|date debut|da|dal|data inizio|開始日|开始日期|с)$/
const UNTIL =
  /^(?:to|until|end|end date|to date|date to|period end|bis|datum bis|do|data do|hasta|fecha hasta|ate|au|date fin|a|al|data fine|終了日|结束日期|по)$/
const MONTH = /^(?:month|monat|miesiac|mes|mois|mese|maand|manad|maned|mesic|месяц|月|年月)$/

/** Headings of weekdays, weeks, months and quarters, which do not say on which day a sale was. */
const PERIOD =
  /^(?:weekday|day of (?:the )?week|wochentag|dzien tygodnia|dia d[ae] (?:la )?semana|jour de (?:la )?semaine|giorno della settimana|veckodag|ukedag|ugedag|weekdag|viikonpaiva|den v tydnu|den tydne|a het napja|haftanin gunu|день недели|день тижня|曜日|星期|요일|week|woche|kalenderwoche|kw|tydzien|semana|semaine|settimana|vecka|uke|uge|viikko|tyden|het|неделя|週|周|month|monat|miesiac|mes|mois|mese|maand|manad|maned|kuukausi|mesic|honap|месяц|月|年月|quarter|quartal|kwartal|trimestre|kvartal|ctvrtleti|квартал|四半期|季度)(?: (?:no|nr|num|number|nummer|name|of year))?$/

/** The column of the weekday, week, month or quarter of each row; -1 if there is none. */
export const periodColumn = (heads: readonly string[]): number => heads.findIndex((head) => PERIOD.test(plainHead(head)))

/** Whether each row is about a month, or about the time from one day to another; the start and end of one sale are minutes apart. */
export function isOfPeriods(at: number | undefined, heads: readonly string[], sample: readonly FileRow[]): boolean {
  if (at === undefined) return false
  const plain = heads.map(plainHead)
  const head = plain[at] ?? ''
  const until = plain.findIndex((other) => UNTIL.test(other))
  return MONTH.test(head) || (FROM.test(head) && until >= 0 && !sample.some(({ cells }) => isShort(cells[at], cells[until])))
}

/** A reading of a counter, at the beginning and at the end of a period. */
const COUNTER =
  /\b(?:counters?|meters?|readings?|audit|zahlerstand|zahlerstande|zahler|licznik|licznika|odczyt|stan|contador|contadores|lectura|leitura|compteur|releve|index|contatore|lettura|teller|tellerstand|raknare|citac|stav)\b|カウンター?|検針|счетчик|показани|计数/u
const BEFORE =
  /\b(?:old|previous|prev|prior|last|before|opening|start|begin|beginning|alt|alter|vorher|anfang|beginn|vortag|poprzedni|poczatkowy|stary|anterior|inicial|precedent|ancien|debut|initial|precedente|iniziale|oud|vorige|gammal|stary)\b|前回|開始|предыдущ|начал|上次/u
const AFTER =
  /\b(?:new|current|now|after|closing|end|ending|neu|neuer|nachher|ende|aktuell|biezacy|koncowy|nowy|actual|atual|final|actuel|nouveau|fin|attuale|finale|nieuw|huidige|ny|novy)\b|今回|終了|текущ|конечн|本次/u

/** Whether each row has the readings of a counter at the beginning and the end of a period, with more than one sale between them. */
export function hasReadings(sample: readonly FileRow[], heads: readonly string[]): boolean {
  const plain = heads.map(plainHead)
  const before = plain.findIndex((head) => COUNTER.test(head) && BEFORE.test(head))
  const after = plain.findIndex((head, column) => column !== before && COUNTER.test(head) && AFTER.test(head))
  if (before < 0 || after < 0) return false
  return sample.some(({ cells }) => (numberIn(cells[after]) ?? 0) - (numberIn(cells[before]) ?? Number.POSITIVE_INFINITY) > 1)
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
