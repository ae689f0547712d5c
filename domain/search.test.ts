import { expect, test } from 'vitest'
import { fold, hasWords } from './search.ts'

test.each([
  ['lodz', 'Łódź Rynek 3'],
  ['łódź', 'LODZ, Rynek 3'],
  ['ŁÓDŹ rynek', 'Łódź Rynek 3'],
  ['strasse', 'Hauptstraße 5'],
  ['STRAẞE', 'Hauptstrasse 5'],
  ['kobenhavn ostergade', 'Østergade, København'],
  ['aerztehaus', 'Ærztehaus'],
  ['istanbul', 'İSTANBUL'],
  ['ISPARTA', 'ısparta'],
  ['１２３', 'Slot 123'],
  ['cafe', 'Cafe\u0301'],
  ['カフェ', 'ｶﾌｪ'],
])('findings 46: %s finds %s', (query, text) => expect(hasWords(fold(text), query)).toBe(true))

test('findings 46: each word must be there', () => expect(hasWords(fold('Łódź Rynek'), 'lodz dworzec')).toBe(false))
