import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { filesInZip, isZipFile } from './zip.ts'

const LARGEST = 1_000_000
const names = (bytes: Uint8Array) => {
  const unzipped = filesInZip(bytes, LARGEST)
  return 'fault' in unzipped ? unzipped.fault : [unzipped.files.map(({ name }) => name), unzipped.tooLarge]
}

test('a zip file contains its files, without folders and system files', () => {
  const zip = zipSync({
    'a.dex': strToU8('DXS*1'),
    tour: { 'b.dex': strToU8('DXS*2'), 'large.dex': new Uint8Array(LARGEST + 1) },
    '__MACOSX/a': strToU8('x'),
  })
  expect([isZipFile(zip), isZipFile(strToU8('DXS*1'))]).toEqual([true, false])
  expect(names(zip)).toEqual([['a.dex', 'tour/b.dex'], ['tour/large.dex']])
})

test('a zip file with excessive or false sizes is refused before it is unpacked', () => {
  const many = Object.fromEntries(Array.from({ length: 251 }, (_, nth) => [`${nth}.dex`, strToU8('DXS*1')]))
  const much = Object.fromEntries(Array.from({ length: 51 }, (_, nth) => [`${nth}.dex`, new Uint8Array(LARGEST)]))
  // A megabyte of incompressible data that claims to be ten bytes long.
  const claims = zipSync(
    { 'a.dex': Uint8Array.from({ length: 100_000 }, (_, at) => (Math.imul(at, 2_654_435_761) >>> 13) & 255) },
    { level: 0 },
  )
  const central = claims.findLastIndex((byte, at) => byte === 0x50 && claims[at + 1] === 0x4b && claims[at + 2] === 1)
  claims.set([10, 0, 0, 0], central + 24)
  expect([names(zipSync(many)), names(zipSync(much)), names(claims)]).toEqual(Array(3).fill('ZIP_TOO_LARGE'))
})

test('a zip file that is cut, encrypted or empty is reported', () => {
  const zip = zipSync({ 'a.dex': strToU8('DXS*1') })
  const encrypted = zip.slice()
  encrypted[6] = 1
  expect([names(zip.slice(0, 40)), names(encrypted), names(zipSync({}))]).toEqual(['ZIP', 'ZIP', 'ZIP_EMPTY'])
})
