import { createChallenge, verifySolution } from 'altcha-lib/v1'
import { describe, expect, it } from 'vitest'
import { solveCaptcha } from './captcha.ts'

const secret = 'of the server'

describe('solving a captcha', () => {
  it('finds the number wherever it is', async () => {
    for (const number of [0, 1, 499, 500, 1_999, 2_000]) {
      const challenge = await createChallenge({ hmacKey: secret, maxnumber: 2_000, number, params: { action: 'login' } })
      const token = await solveCaptcha(challenge)
      expect(JSON.parse(atob(token))).toEqual({ ...challenge, maxnumber: undefined, number })
      expect(await verifySolution(token, secret)).toBe(true)
    }
  })

  it('is empty if there is no solution or the algorithm is unknown', async () => {
    const challenge = await createChallenge({ hmacKey: secret, maxnumber: 1_000, number: 5_000 })
    expect(await solveCaptcha(challenge)).toBe('')
    expect(await solveCaptcha({ ...challenge, algorithm: 'SHA-1' })).toBe('')
  })
})
