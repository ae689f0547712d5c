import * as v from 'valibot'
import { Draft } from '#offline/records.ts'
import { getSession } from './device.ts'
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

/** Without storage for a draft, the form itself still has the text, so no error is shown. */
export function saveDraft(key: string, change: Partial<Draft>): void {
  const here = getSession()
  const before = here.drafts.get(key) ?? { key, opId: here.device.newId(), typed: {}, left: null, savedAt: 0, sent: false }
  const draft = { ...before, savedAt: Math.max(here.device.now(), before.savedAt + 1), ...change }
  note(here, draft)
  const { drafts } = here.db
  // Empty drafts are written too, so that other tabs receive them; a recorded form must not return if that fails.
  drafts
    .put(draft)
    .catch(() => (isBlank(draft) ? drafts.delete(key) : undefined))
    .catch(() => {})
}

/** Ends a draft after it was recorded or discarded; further typing becomes another operation. */
export const endDraft = (key: string): void => saveDraft(key, ended(getSession()))

const ended = ({ device }: LocalSession) => ({ opId: device.newId(), typed: {}, sent: false })

/**
 * The latest edit wins as a whole, not field by field, because each tab shows the other's edits as they are typed. A tab ignores its own
 * edits when they come back, so they never revert a later keystroke.
 */
function learn(here: LocalSession, draft: Draft | null): void {
  if (draft && draft.savedAt > (here.drafts.get(draft.key)?.savedAt ?? 0)) note(here, draft)
}

function note(here: LocalSession, draft: Draft): void {
  here.drafts.set(draft.key, draft)
  for (const watcher of [...watchers]) watcher()
}

async function stored(here: LocalSession, key: string): Promise<Draft | null> {
  const { db } = here
  const row = v.safeParse(Draft, await db.drafts.get(key))
  if (!row.success) return null
  const draft = row.output
  const isRecorded = (await db.outbox.get(draft.opId)) ?? (await db.journal.get(draft.opId))
  // The app ended right after recording it, or a tab that was not notified yet continued typing.
  return isRecorded ? { ...draft, ...ended(here), savedAt: draft.savedAt + 1 } : draft
}

const isBlank = ({ typed, left }: Draft) => Object.keys(typed).length === 0 && left === null
