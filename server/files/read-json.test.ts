import { describe, expect, test } from 'vitest'
import { MINUTE } from '#domain/time.ts'
import { readSheet, readTable as readWithin, SMALL } from './read-table.ts'

const limits = { ...SMALL, patience: 2 * MINUTE }
const read = (text: string) => readWithin(Buffer.from(text), limits)
const rowsOf = async (text: string) => {
  const table = await read(text)
  return 'unreadable' in table ? table.unreadable : table.map(({ cells }) => cells)
}

describe('JSON', () => {
  test('is read as a table: an array, lines, or an array within an object', async () => {
    const table = [
      ['a', 'b', 'c.d'],
      [1, 'x, "y"', null],
      [2.5, null, 'true'],
    ]
    expect(await rowsOf('[{"a":1,"b":"x, \\"y\\"","c":{}},\n{"a":2.5,"c":{"d":true}}]')).toEqual([table[0], [1, 'x, "y"'], table[2]])
    expect(await rowsOf('{"a":1,"b":"x, \\"y\\""}\n\n{"a":2.5,"c":{"d":true}}\n')).toEqual([table[0], [1, 'x, "y"'], table[2]])
    expect(await rowsOf('{"next":null,"rows":[{"a":1,"b":2},{"b":3,"a":4}],"total":{"rows":1}}')).toEqual([
      ['a', 'b'],
      [1, 2],
      [4, 3],
    ])
    expect(await rowsOf('{"a":1,"b":[{"c":2}]}\n{"a":2,"b":[]}')).toEqual([['a', 'c'], [1, 2], [2]])
  })

  test('has the columns within wrappers, and points of GeoJSON as longitude and latitude', async () => {
    const point = { type: 'Point', coordinates: [13.4, 52.5] }
    const features = [
      { type: 'Feature', id: 7, properties: { Driver: 'Kim', type: 'SNACK', id: 3 }, geometry: point },
      { type: 'Feature', properties: { Driver: 'Lee', lat: 52.6, lng: 13.5 }, geometry: point },
    ]
    expect(await rowsOf(JSON.stringify({ type: 'FeatureCollection', features }))).toEqual([
      ['id', 'Driver', 'type', 'properties.id', 'longitude', 'latitude', 'lat', 'lng', 'geometry.type', 'geometry.coordinates'],
      [7, 'Kim', 'SNACK', 3, 13.4, 52.5],
      [null, 'Lee', null, null, null, null, 52.6, 13.5, 'Point', '[13.4,52.5]'],
    ])
    expect(await rowsOf('[{"id":"r1","fields":{"Name":"Foyer","Slot":1}}]')).toEqual([
      ['id', 'Name', 'Slot'],
      ['r1', 'Foyer', 1],
    ])
  })

  test('keeps long ids, and numbers rows by their objects', async () => {
    expect(await read('[{"id":9007199254740993,"text":"1 9007199254740993"},{},{"id":-12.5}]')).toEqual([
      { number: 1, cells: ['id', 'text'] },
      { number: 2, cells: ['9007199254740993', '1 9007199254740993'] },
      { number: 4, cells: [-12.5] },
    ])
  })

  test('names columns by its first objects, and keeps values that come later beside them', async () => {
    const many = Array.from({ length: 9_000 }, (_, at) => JSON.stringify({ id: at, text: 'x'.repeat(60) }))
    const rows = await rowsOf([...many, '{"id":9000,"text":"","late":1,"none":null}'].join('\n'))
    expect(rows.length).toBe(9_002)
    expect([rows[0], rows.at(-1)]).toEqual([
      ['id', 'text'],
      [9000, null, 1],
    ])
  })

  test.each([
    ['truncated', '[{"a":1},{"a":2}'],
    ['truncated within an object', '[{"a":1},{"a":'],
    ['with text behind', '[{"a":1}] x'],
    ['without commas', '[{"a":1}{"a":2}]'],
    ['of values', '[{"a":1},2]'],
    ['of lists', '[["a","b"],["1","2"]]'],
    ['with a zero byte', '[{"a":"\\u0000"}]'],
    ['with half a character', '[{"a":"\\ud800"}]'],
    ['with two values of one name', '[{"a.b":1,"a":{"b":2}}]'],
    ['of programs', '{"a":function(){}}'],
  ])('%s is refused', async (_, text) => {
    expect(await rowsOf(text)).toBe('NO_TABLE')
  })

  test('has a row for each object of the list in a record', async () => {
    expect(
      await rowsOf('[{"id":1,"products":[{"id":7,"name":"Cola","price":1.5},{"id":8,"name":"Water","price":1.2}]},{"id":2,"products":[]}]'),
    ).toEqual([['id', 'product id', 'product name', 'price'], [1, 7, 'Cola', 1.5], [1, 8, 'Water', 1.2], [2]])
  })

  test.each([
    ['with two arrays', '{"a":[{"b":1}],"c":[{"d":1}]}', 'SEVERAL_LISTS'],
    ['with two lists in a record', '[{"a":[{"b":1}],"c":[{"d":1}]}]', 'SEVERAL_LISTS'],
    ['with different lists in its records', '[{"a":[{"b":1}]},{"c":[{"d":1}]}]', 'SEVERAL_LISTS'],
    ['with a list in a list', '[{"a":[{"b":[{"c":1}]}]}]', 'SEVERAL_LISTS'],
    ['with two values of a name', '[{"a":1},{"b":{"a":1,"c":"{","\\u0061":2}}]', 'DUPLICATE_KEY 2'],
    ['with two values of a name above its list', '{"machine":"A1","machine":"A2","rows":[{"a":1}]}', 'DUPLICATE_FIELD'],
    ['with two values of a name around its list', '{"page":1,"rows":[{"a":1}],"meta":{"page":2},"page":3}', 'DUPLICATE_FIELD'],
    ['with an empty and a full list of a name', '{"rows":[],"rows":[{"a":1}]}', 'DUPLICATE_FIELD'],
  ])('%s is refused with its reason', async (_, text, reason) => {
    expect(await rowsOf(text)).toBe(reason)
  })

  test.each([
    ['{"page":1,"totalPages":5,"rows":[{"a":1}]}', 'page: 1, totalPages: 5'],
    ['{"rows":[{"a":1}],"meta":{"next":"https://example.com/?page=2"}}', 'next: https://example.com/?page=2'],
    ['{"rows":[{"a":1}],"_links":{"next":{"href":"/2"}}}', 'next: /2'],
    ['{"rows":[{"a":1}],"hasMore":true}', 'hasMore: true'],
    ['{"total_count":20,"rows":[{"a":1}]}', 'total_count: 20'],
    ['{"page":1,"totalPages":1,"next":null,"hasMore":false,"count":1,"rows":[{"a":1}]}', undefined],
  ])('that is one page of several is recognised: %s', async (text, part) => {
    const file = await readSheet(Buffer.from(text), limits)
    expect('unreadable' in file ? file : file.sheets?.part).toBe(part)
  })

  test.each([
    ['nested deeply', `[{"a":${'['.repeat(200_000)}`, 'TOO_LARGE_INSIDE'],
    ['with an endless object', `[{"a":1},{"b":[${'1,'.repeat(500_000)}`, 'TOO_LARGE_INSIDE'],
    ['with an endless text', `[{"a":"${'x'.repeat(1_900_000)}"}]`, 'TOO_LARGE_INSIDE'],
    ['with an endless page', `{"a":[{"b":1}],"c":"${'x'.repeat(1_900_000)}"}`, 'TOO_LARGE_INSIDE'],
    ['with too many names', `[{${Array.from({ length: 300 }, (_, at) => `"k${at}":1`).join()}}]`, 'TOO_MANY_COLUMNS'],
    ['with too many objects', `[${'{},'.repeat(600_000)}{}]`, 'TOO_MANY_ROWS'],
    ['with new names in each object', `${Array.from({ length: 1_000 }, (_, at) => `{"k${at}":1}`).join('\n')}`, 'TOO_MANY_COLUMNS'],
  ])('%s is refused by the limits on its content', async (_, text, reason) => {
    expect(await rowsOf(text)).toBe(reason)
  })
})
