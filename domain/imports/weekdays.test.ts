import { expect, test } from 'vitest'
import { weekdayIn } from './weekdays.ts'

test.each([
  ['Monday', 1],
  ['MON', 1],
  ['Mondays', 1],
  ['Dienstag', 2],
  ['środa', 3],
  ['jueves', 4],
  ['sexta-feira', 5],
  ['samedi', 6],
  ['domenica', 7],
  ['月曜日', 1],
  ['пятница', 5],
])('%s is weekday %i', (text, day) => expect(weekdayIn(text)).toBe(day))

test.each(['', '1', 'someday', 'Monday or Tuesday', 'x'.repeat(100)])('%j is no weekday', (text) => expect(weekdayIn(text)).toBeNull())
