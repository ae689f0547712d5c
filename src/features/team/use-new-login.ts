import { useState } from 'react'
import { loginFor } from '#domain/team/employees.ts'

export const random = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

/** Random values that stay constant while the user types, so that the login shown is the one created. */
const randomValues = () => Array.from({ length: 5 }, random)

/** Yields the values in sequence, repeatedly. */
function inTurn(suffix: readonly number[]): () => number {
  let next = 0
  return () => suffix[next++ % suffix.length] ?? 0
}

/** The login of a new employee by their name. `renew` chooses other random characters, if the login is taken. */
export function useNewLogin() {
  const [suffix, setSuffix] = useState(randomValues)
  return {
    loginOf: (firstName: string, lastName: string) => loginFor(firstName, lastName, inTurn(suffix)),
    renew: () => setSuffix(randomValues),
  }
}
