import { describe, expect, test } from 'vitest'
import { MINUTE } from '#domain/time.ts'
import { Refusal } from '../http/refusal.ts'
import { readSigned, signedAddress } from './signed-files.ts'

const order = { purpose: 'slots-export', company: 3, machine: 12, locale: 'pl' } as const
const keeper = (now: number, key = 'k') => ({ now: () => now, keyFor: (purpose: string) => Buffer.from(`${key}:${purpose}`) })
const idOf = (address: string) => address.replace('/api/files/', '')
const ASKER = { userId: 7, sessionId: 'session' }
const codeOf = (read: unknown) => (read instanceof Refusal ? read.code : null)

describe('signed address', () => {
  test('returns the ordered file for exactly ten minutes', () => {
    const id = idOf(signedAddress(keeper(0), ASKER, order))
    expect(readSigned(keeper(10 * MINUTE - 1), id)).toMatchObject({ ...order, user: 7 })
    expect(codeOf(readSigned(keeper(10 * MINUTE), id))).toBe('FILE_EXPIRED')
  })

  test('is not found after any change to it', () => {
    const id = idOf(signedAddress(keeper(0), ASKER, order))
    const [content = '', signature] = id.split('.')
    const other = Buffer.from(content, 'base64url').toString().replace('"machine":12', '"machine":13')
    expect(codeOf(readSigned(keeper(0), `${Buffer.from(other).toString('base64url')}.${signature}`))).toBe('NOT_FOUND')
    for (const wrong of ['', '.', content, `${content}.`, `${id}.more`, `${id}x`])
      expect(codeOf(readSigned(keeper(0), wrong))).toBe('NOT_FOUND')
  })

  test('is not found if another installation signed it', () => {
    expect(codeOf(readSigned(keeper(0, 'ours'), idOf(signedAddress(keeper(0, 'theirs'), ASKER, order))))).toBe('NOT_FOUND')
  })
})
