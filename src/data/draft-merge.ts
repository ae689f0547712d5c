import type { Draft } from '#offline/records.ts'

type Typed = Draft['typed']

export const isEmpty = (typed: Typed): boolean => Object.keys(typed).length === 0

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields that were not recorded, or with another value. */
const restOf = (typed: Typed, recorded: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([name, value]) => !isSame(value, recorded[name])))

/** The draft after its operation was recorded: input that differs from the recorded input becomes another operation. */
export function afterRecording(draft: Draft, recorded: NonNullable<Draft['recorded']>, opId: string): Draft {
  const typed = restOf(draft.typed, recorded.typed)
  return { ...draft, opId, typed, sent: false, recorded, isRest: !isEmpty(typed), savedAt: draft.savedAt + 1 }
}

/**
 * What is stored when a tab writes its version of a draft. Usually the latest version replaces the stored one. If one of them belongs to an
 * operation that the other has ended, the input of both that was not recorded is kept.
 */
export function merged(stored: Draft | null, written: Draft): Draft {
  if (stored === null) return written
  const latest = written.savedAt < stored.savedAt ? stored : written
  if (stored.opId === written.opId) {
    // A tab that types into an operation may not know yet that another tab is recording it.
    const recorded = stored.recorded?.opId === stored.opId ? stored.recorded : written.recorded
    return { ...latest, recorded }
  }
  const savedAt = Math.max(stored.savedAt + 1, written.savedAt)
  // Another tab has ended the operation that this tab types into.
  if (stored.recorded?.opId === written.opId) {
    const { typed: recorded } = stored.recorded
    const left = written.left && { ...written.left, typed: restOf(written.left.typed, recorded) }
    return withRest({ ...stored, savedAt, left: left && !isEmpty(left.typed) ? left : stored.left }, restOf(written.typed, recorded))
  }
  // This tab ends the operation that another tab types into.
  if (written.recorded?.opId === stored.opId)
    return withRest({ ...written, savedAt, typed: {} }, { ...restOf(stored.typed, written.recorded.typed), ...written.typed })
  // Both tabs have ended the same operation. What one of them has not seen of the other is input that was not recorded.
  if (written.recorded && written.recorded.opId === stored.recorded?.opId) {
    const [newer, older] = written.savedAt > stored.savedAt ? [written, stored] : [stored, written]
    const rest = older.isRest ? { ...older.typed, ...newer.typed } : {}
    return newer === stored && isEmpty(rest) ? stored : withRest({ ...newer, opId: stored.opId, savedAt }, rest)
  }
  return latest
}

const withRest = (draft: Draft, rest: Typed): Draft =>
  isEmpty(rest) ? draft : { ...draft, typed: { ...draft.typed, ...rest }, isRest: true }
