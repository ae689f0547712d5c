import { expect, test } from 'vitest'
import { fold, hasWords, isLongEnough } from './search.ts'

test.each([
  ['lodz', 'Łódź Rynek 3'],
  ['łódź', 'LODZ, Rynek 3'],
  ['ŁÓDŹ rynek', 'Łódź Rynek 3'],
  ['strasse', 'Hauptstraße 5'],
  ['STRAẞE', 'Hauptstrasse 5'],
  ['kobenhavn ostergade', 'Østergade, København'],
  ['aerztehaus', 'Ærztehaus'],
  ['aerztehaus', 'Ärztehaus'],
  ['ärztehaus', 'Aerztehaus'],
  ['Goethestr', 'Göthestraße 3'],
  ['muenchen', 'MÜNCHEN Ostbahnhof'],
  ['elle', 'Quelle'],
  ['istanbul', 'İSTANBUL'],
  ['ISPARTA', 'ısparta'],
  ['１２３', 'Slot 123'],
  ['cafe', 'Cafe\u0301'],
  ['カフェ', 'ｶﾌｪ'],
  ['東京', '東京駅前'],
  ['ガム', 'ｶﾞﾑ'],
  ['がむ', 'ガム'],
  ['コーラ', 'こーら'],
  ['ゔぁにら', 'ｳﾞｧﾆﾗ'],
  ['bun cha', 'Bún chả'],
  ['DUONG', 'Đường Lê Lợi'],
  ['ΟΔΟΣ', 'οδός Ερμού'],
  ['οδος', 'ΟΔΟΣ'],
  ['горький', 'ГОРЬКИЙ'],
  ['ёлка', 'Елка'],
  ['مكتبة', 'مَكْتَبَة'],
  ['مستشفي', 'مستشفى'],
  ['کافه', 'كافة'],
  ['שלום', 'שָׁלוֹם'],
])('%s finds %s', (query, text) => expect(hasWords(fold(text), query)).toBe(true))

test('an umlaut written as two letters is still found', () => {
  expect(hasWords(fold('Müllerstraße'), 'mellerstrasse')).toBe(false)
  expect(hasWords(fold('Haus'), 'hause')).toBe(false)
})

test('all words must occur', () => expect(hasWords(fold('Łódź Rynek'), 'lodz dworzec')).toBe(false))

test.each([
  ['lo', 3, false],
  ['lod', 3, true],
  ['駅', 3, true],
  ['東京', 3, true],
  ['ｶﾌ', 3, true],
  ['한', 2, true],
  ['л', 2, false],
])('whether %s of at least %i letters is searched for: %s', (query, shortest, isEnough) =>
  expect(isLongEnough(query, shortest)).toBe(isEnough),
)
