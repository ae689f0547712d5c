import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { alertName, isFaulty, isMalfunction, partName } from './alert-names.ts'

const LOCALES = new URL('../../src/locales/', import.meta.url)
type Words = { alert: Record<string, string>; mdbPart: Record<string, string> }
const wordsIn = (language: string) => {
  const { alert, mdbPart } = JSON.parse(readFileSync(new URL(`${language}/machines.json`, LOCALES), 'utf8')) as Words
  return { alert: (key: string) => alert[key], part: (key: string) => mdbPart[key] }
}
const english = wordsIn('en')
const letters = (from: string, to: string) =>
  Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, index) => String.fromCharCode(from.charCodeAt(0) + index))
// The standard has no EM.
const GROUPS = [
  ...letters('A', 'O')
    .filter((one) => one !== 'M')
    .map((one) => `E${one}`),
  ...letters('A', 'E').map((one) => `O${one}`),
]

describe('names of alerts', () => {
  test.each(readdirSync(LOCALES))('every EVA-DTS event code has a name in %s, with and without suffix', (language) => {
    const words = wordsIn(language)
    for (const group of GROUPS) {
      expect(alertName(group, words)).not.toMatch(new RegExp(`^${group}$`, 'i'))
      expect(alertName(`${group}Z`, words)).toBe(`${alertName(group, words)} (${group}Z)`)
    }
  })

  test('a suffix with its own meaning has its own name', () => {
    expect(alertName('EGS', english)).toBe('Door open')
    expect(alertName('ELB_7', english)).toBe('Sold out: 7')
    expect(alertName('ejh', english)).toBe('Health timer active')
    expect(alertName('OBJ', english)).toBe('Service: settings (OBJ)')
    expect(alertName('DOOR_OPEN', english)).toBe('Door open')
    expect(alertName('FRIDGE_LAMP', english)).toBe('Fridge lamp')
  })

  test('parts of the machine have names', () => {
    expect(alertName('MDB_BILL_VALIDATOR', english)).toBe('Fault: Banknote reader')
    expect(partName('CASHLESS_2', english)).toBe('Card reader 2')
    expect(partName('ROBOT_ARM', english)).toBe('Robot arm')
    expect(['OK', 'ready', 'FAULT', 'JAM'].map(isFaulty)).toEqual([false, false, true, true])
    expect(['DISABLED', 'disabled', 'INHIBITED'].map(isFaulty)).toEqual([false, false, false])
  })

  test('malfunctions are distinguished from service visits and sold-out products', () => {
    expect(['EA', 'EFL', 'MDB_COIN_CHANGER'].map(isMalfunction)).toEqual([true, true, true])
    expect(['OBJ', 'ELB_7', 'EGT', 'NO_SALES', 'EMPTY_SLOT'].map(isMalfunction)).toEqual([false, false, false, false, false])
  })
})
