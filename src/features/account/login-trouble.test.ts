import { expect, it } from 'vitest'
import { troubleOf } from './login-trouble.ts'

it.each(['INVALID', 'MALFORMED', 'TOO_LARGE'])(
  'what can be nobody’s login (%s) is a wrong one, and no words for programs are shown',
  (code) => {
    const said = troubleOf({ state: 'refused', status: 400, code, detail: 'username: Invalid length', details: undefined })
    expect(said).toEqual({ key: 'trouble.INVALID_PASSWORD_OR_LOGIN', words: undefined })
  },
)

it('shows the words of the server where it has some of its own', () => {
  const said = troubleOf({ state: 'refused', status: 400, code: 'NEWER', detail: 'Ask at the desk.', details: undefined })
  expect(said).toEqual({ key: 'trouble.NEWER', words: 'Ask at the desk.' })
})
