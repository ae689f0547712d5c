import { createContext, type ReactNode, useContext } from 'react'

/** The choices with which a file cannot be read, and the reason. */
export const WrongChoice = createContext<{ choices: readonly string[]; reason: string } | null>(null)

/** The error of the field of a choice. */
export function useWrongChoice(choice: string): ReactNode {
  const wrong = useContext(WrongChoice)
  return wrong?.choices.includes(choice) ? <span role="alert">{wrong.reason}</span> : undefined
}
