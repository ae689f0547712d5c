import { useEffect, useId, useSyncExternalStore } from 'react'

// Forms with unrecorded input; while there is one, nothing interrupts.
const dirty = new Set<string>()
const listeners = new Set<() => void>()

const notify = () => {
  for (const listener of [...listeners]) listener()
}

/** Registers whether a form has unrecorded input. */
function noteForm(form: string, isDirty: boolean): void {
  if (dirty.has(form) === isDirty) return
  if (isDirty) dirty.add(form)
  else dirty.delete(form)
  notify()
}

export const hasDirtyForm = (): boolean => dirty.size > 0

/** Calls back on every change; returns a function that unsubscribes. */
export function onDirtyForms(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For a form: while it has unrecorded input, the app neither updates nor shows the install hint. */
export function useDirtyForm(isDirty: boolean): void {
  const form = useId()
  useEffect(() => {
    noteForm(form, isDirty)
    return () => noteForm(form, false)
  }, [form, isDirty])
}

export const useHasDirtyForm = (): boolean => useSyncExternalStore(onDirtyForms, hasDirtyForm)
