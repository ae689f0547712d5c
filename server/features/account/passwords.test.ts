import { describe, expect, it } from 'vitest'
import { TooBusy } from '../../http/load-shedding.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

describe('password', () => {
  it('is hashed with argon2id: 19 MiB, two passes, one lane', async () => {
    const hash = await hashPassword('correct horse')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verifyPassword(hash, 'correct horse')).toBe(true)
    expect(await verifyPassword(hash, 'correct horse ')).toBe(false)
  })

  it('never matches a missing or unreadable hash', async () => {
    expect(await verifyPassword(null, '')).toBe(false)
    expect(await verifyPassword('plain', 'plain')).toBe(false)
  })

  it('checks are queued and each caller gets its own result', async () => {
    const hash = await hashPassword('correct horse')
    const tries = Array.from({ length: 12 }, (_, index) => (index % 3 === 0 ? 'correct horse' : `guess ${index}`))
    const answers = await Promise.all(tries.map((password) => verifyPassword(hash, password)))
    expect(answers).toEqual(tries.map((password) => password === 'correct horse'))
  })

  it('checks beyond the queue limit are rejected; the others complete', async () => {
    const crowd = await Promise.allSettled(Array.from({ length: 300 }, () => verifyPassword(null, 'guess')))
    const sentAway = crowd.filter(({ status }) => status === 'rejected')
    expect(sentAway.length).toBeGreaterThan(0)
    expect(sentAway.every((one) => one.status === 'rejected' && one.reason instanceof TooBusy)).toBe(true)
    expect(crowd.filter((one) => one.status === 'fulfilled').every((one) => one.value === false)).toBe(true)
    expect(await verifyPassword(await hashPassword('correct horse'), 'correct horse')).toBe(true)
  })
})
