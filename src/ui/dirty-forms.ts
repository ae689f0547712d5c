import { useEffect, useId, useSyncExternalStore } from 'react'

// Forms in which something stands that is not recorded yet: while there is one, nothing interrupts.
const dirty = new Set<string>()
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of [...listeners]) listener()
}

/** Notes whether a form holds something that is not recorded yet. */
export function noteForm(form: string, isDirty: boolean): void {
  if (dirty.has(form) === isDirty) return
  if (isDirty) dirty.add(form)
  else dirty.delete(form)
  tell()
}

export const hasDirtyForm = (): boolean => dirty.size > 0

/** Calls back on every change; gives the way to stop. */
export function onDirtyForms(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For a form: while it holds something unrecorded, the app neither updates itself nor asks to be installed. */
export function useDirtyForm(isDirty: boolean): void {
  const form = useId()
  useEffect(() => {
    noteForm(form, isDirty)
    return () => noteForm(form, false)
  }, [form, isDirty])
}

export const useHasDirtyForm = (): boolean => useSyncExternalStore(onDirtyForms, hasDirtyForm)
