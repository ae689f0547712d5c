import * as v from 'valibot'
import { Draft } from '#offline/records.ts'
import { getSession } from './device.ts'
import { afterRecording, isEmpty, merged } from './draft-merge.ts'
import type { LocalSession } from './local-session.ts'

const watchers = new Set<() => void>()

/** The newest version in this tab: typed here, or received from another tab. */
export const draftOf = (key: string): Draft | null => getSession().drafts.get(key) ?? null

export async function loadDraft(key: string): Promise<void> {
  const here = getSession()
  learn(here, await stored(here, key))
}

/** Calls back whenever the draft changes, in any tab; returns a function that unsubscribes. */
export function watchDraft(key: string, watcher: () => void): () => void {
  const here = getSession()
  watchers.add(watcher)
  const live = here.observe(
    () => stored(here, key),
    (draft) => learn(here, draft),
  )
  return () => {
    watchers.delete(watcher)
    live.unsubscribe()
  }
}

/**
 * Resolves once the draft is written. Without storage for a draft, the form itself still has the text, so no error is shown and it resolves
 * too.
 */
export function saveDraft(key: string, change: Partial<Draft>): Promise<void> {
  const here = getSession()
  const before = here.drafts.get(key) ?? { key, opId: here.device.newId(), typed: {}, left: null, savedAt: 0, sent: false }
  const draft = { ...before, savedAt: Math.max(here.device.now(), before.savedAt + 1), ...change }
  note(here, draft)
  return write(here, draft)
}

async function write(here: LocalSession, draft: Draft): Promise<void> {
  const { db } = here
  try {
    const result = await db.transaction('rw', db.drafts, async () => {
      const result = merged(parsed(await db.drafts.get(draft.key)), draft)
      await db.drafts.put(result)
      return result
    })
    // Input that was typed meanwhile is merged when it is written.
    if (here.drafts.get(draft.key) === draft && !isSameInput(result, draft)) note(here, result)
  } catch {
    // Empty drafts are written too, so that other tabs receive them; a recorded form must not return if that fails.
    if (isBlank(draft)) await db.drafts.delete(draft.key).catch(() => {})
  }
}

/** Ends a draft after it was discarded; further typing becomes another operation. */
export const endDraft = (key: string): void =>
  void saveDraft(key, { opId: getSession().device.newId(), typed: {}, sent: false, isRest: false, recorded: undefined })

/** Records a draft with `record`, which returns whether it did, and ends it. Input that was typed meanwhile, in any tab, stays. */
export async function recordDraft(draft: Draft, record: () => Promise<boolean>): Promise<boolean> {
  const here = getSession()
  const { key, opId, typed } = draft
  const before = draftOf(key)
  // Its time does not change, so newer input of another tab stays.
  if (before?.opId === opId) void saveDraft(key, { recorded: { opId, typed }, savedAt: before.savedAt })
  if (!(await record())) return false
  const now = here.drafts.get(key) ?? draft
  // Otherwise it has been ended and stored, by the live query or by another tab, and may contain newer input.
  if (now.opId === opId) void saveDraft(key, afterRecording(now, { opId, typed }, here.device.newId()))
  return true
}

/**
 * The latest edit wins as a whole, not field by field, because each tab shows the other's edits as they are typed. A tab ignores its own
 * edits when they come back, so they never revert a later keystroke.
 */
function learn(here: LocalSession, read: Read | null): void {
  if (!read || read.draft.savedAt <= (here.drafts.get(read.draft.key)?.savedAt ?? 0)) return
  note(here, read.draft)
  // Stored, so that the same input has the same operation id in every tab.
  if (read.isEnded) void write(here, read.draft)
}

function note(here: LocalSession, draft: Draft): void {
  here.drafts.set(draft.key, draft)
  for (const watcher of [...watchers]) watcher()
}

/** `isEnded`: its operation was recorded although it is stored with it. */
type Read = { draft: Draft; isEnded: boolean }

async function stored(here: LocalSession, key: string): Promise<Read | null> {
  const { db } = here
  // At one moment, because an operation may be recorded between two reads, with input that the first has not seen.
  const [draft, entry] = await db.transaction('r', [db.drafts, db.outbox, db.journal], async () => {
    const draft = parsed(await db.drafts.get(key))
    return [draft, draft && ((await db.outbox.get(draft.opId)) ?? (await db.journal.get(draft.opId)))]
  })
  if (!draft) return null
  if (!entry) return { draft, isEnded: false }
  // The app ended right after recording it, or a tab that was not notified yet continued typing.
  const { opId, recorded, typed, savedAt } = draft
  const known = recorded?.opId === opId ? recorded.typed : savedAt > entry.rawAt ? {} : typed
  return { draft: afterRecording(draft, { opId, typed: known }, here.device.newId()), isEnded: true }
}

const parsed = (row: unknown): Draft | null => {
  const draft = v.safeParse(Draft, row)
  return draft.success ? draft.output : null
}

const isSameInput = (one: Draft, other: Draft) => one.opId === other.opId && one.savedAt === other.savedAt

const isBlank = ({ typed, left }: Draft) => isEmpty(typed) && left === null
