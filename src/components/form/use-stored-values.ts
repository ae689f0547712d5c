import { useState } from 'react'

/** Stored values that a form with a draft starts from. They follow other users, except while a response to the draft is missing. */
export function useStoredValues<T extends object>(current: T, { isSent }: { isSent: boolean }): T {
  const [stored, setStored] = useState(current)
  if (isSent || JSON.stringify(stored) === JSON.stringify(current)) return stored
  setStored(current)
  return current
}
