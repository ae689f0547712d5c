import { describe, expect, it } from 'vitest'
import { TooBusy } from '../../http/load-shedding.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

describe('a password', () => {
  it('is kept as argon2id with 19 MiB, two passes and one lane', async () => {
    const hash = await hashPassword('correct horse')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verifyPassword(hash, 'correct horse')).toBe(true)
    expect(await verifyPassword(hash, 'correct horse ')).toBe(false)
  })

  it('fits nobody where there is no hash, or none that can be read', async () => {
    expect(await verifyPassword(null, '')).toBe(false)
    expect(await verifyPassword('plain', 'plain')).toBe(false)
  })

  it('is checked in turn: a crowd all get their own answer', async () => {
    const hash = await hashPassword('correct horse')
    const tries = Array.from({ length: 12 }, (_, index) => (index % 3 === 0 ? 'correct horse' : `guess ${index}`))
    const answers = await Promise.all(tries.map((password) => verifyPassword(hash, password)))
    expect(answers).toEqual(tries.map((password) => password === 'correct horse'))
  })

  it('sends away whom it could not serve in time, and serves everybody else', async () => {
    const crowd = await Promise.allSettled(Array.from({ length: 300 }, () => verifyPassword(null, 'guess')))
    const sentAway = crowd.filter(({ status }) => status === 'rejected')
    expect(sentAway.length).toBeGreaterThan(0)
    expect(sentAway.every((one) => one.status === 'rejected' && one.reason instanceof TooBusy)).toBe(true)
    expect(crowd.filter((one) => one.status === 'fulfilled').every((one) => one.value === false)).toBe(true)
    expect(await verifyPassword(await hashPassword('correct horse'), 'correct horse')).toBe(true)
  })
})
