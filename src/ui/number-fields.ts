import { createContext, useCallback, useContext, useEffect, useId, useState } from 'react'

/** The locale of number fields: the account's. */
export const NumberLocale = createContext('en-GB')

const NoteWrong = createContext<(id: string, isWrong: boolean) => void>(() => {})

/** Collects the fields for numbers and days below it that contain invalid text, so that nothing is recorded without them. */
export const NumberFields = NoteWrong.Provider

/** Whether a field below `<NumberFields value={noteWrong}>` contains invalid text. */
export function useNumberFields(): { hasWrong: boolean; noteWrong(id: string, isWrong: boolean): void } {
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set())
  const noteWrong = useCallback(
    (id: string, isWrong: boolean) =>
      setWrong((known) => {
        if (known.has(id) === isWrong) return known
        const next = new Set(known)
        if (isWrong) next.add(id)
        else next.delete(id)
        return next
      }),
    [],
  )
  return { hasWrong: wrong.size > 0, noteWrong }
}

export function useFieldError(isWrong: boolean): void {
  const id = useId()
  const note = useContext(NoteWrong)
  useEffect(() => {
    note(id, isWrong)
    return () => note(id, false)
  }, [note, id, isWrong])
}
