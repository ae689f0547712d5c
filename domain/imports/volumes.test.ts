import { expect, test } from 'vitest'
import { unitNamed, unitOfHead, volumeIn } from './volumes.ts'

test.each([
  ['330 ml', undefined, 330, 'MILLILITRE'],
  ['0,5 l', undefined, 500, 'MILLILITRE'],
  ['0,33 l Flasche', undefined, 330, 'MILLILITRE'],
  ['33cl canette', undefined, 330, 'MILLILITRE'],
  ['1 l PET', undefined, 1_000, 'MILLILITRE'],
  ['33cl', undefined, 330, 'MILLILITRE'],
  ['1.5 kg', undefined, 1_500, 'GRAM'],
  ['0,33', 'l', 330, 'MILLILITRE'],
  ['50', 'g', 50, 'GRAM'],
  ['1', undefined, 1, 'PIECE'],
  ['12 szt.', undefined, 12, 'PIECE'],
])('reads %s with the unit %s', (text, unit, volume, volumeType) => {
  expect(volumeIn(text, unit === undefined ? undefined : unitNamed(unit))).toEqual({ volume, volumeType })
})

test.each(['0,33', '1.5', '330 oz', 'large', ''])('refuses %s without a unit', (text) => {
  expect(volumeIn(text, undefined)).toBeNull()
})

test.each([
  ['Volume (l)', 'MILLILITRE'],
  ['Gramatura [g]', 'GRAM'],
  ['Inhalt ml', 'MILLILITRE'],
  ['Volume', undefined],
])('finds the unit in the header %s', (head, type) => {
  expect(unitOfHead(head)?.[0]).toBe(type)
})
