import { liveQuery } from 'dexie'
import * as v from 'valibot'
import { Draft } from '#offline/records.ts'
import { getSession } from './device.ts'
import type { LocalSession } from './local-session.ts'

const watchers = new Set<() => void>()

/** The newest that this tab knows: typed here, or heard of from another tab. */
export const draftOf = (key: string): Draft | null => getSession().drafts.get(key) ?? null

export async function loadDraft(key: string): Promise<void> {
  const here = getSession()
  learn(here, await stored(here, key))
}

/** Calls back whenever the draft changes, in whichever tab; gives the way to stop. */
export function watchDraft(key: string, watcher: () => void): () => void {
  const here = getSession()
  watchers.add(watcher)
  const live = liveQuery(() => stored(here, key)).subscribe(
    (draft) => learn(here, draft),
    () => {},
  )
  return () => {
    watchers.delete(watcher)
    live.unsubscribe()
  }
}

/** A phone without room for a draft still has the form itself: nothing is said. */
export function saveDraft(key: string, change: Partial<Draft>): void {
  const here = getSession()
  const before = here.drafts.get(key) ?? { key, opId: here.device.newId(), typed: {}, left: null, savedAt: 0 }
  const draft = { ...before, savedAt: Math.max(here.device.now(), before.savedAt + 1), ...change }
  note(here, draft)
  const { drafts } = here.db
  // Nothing is written too, so that other tabs hear of it; what was recorded must not come back where that does not fit.
  drafts
    .put(draft)
    .catch(() => (isBlank(draft) ? drafts.delete(key) : undefined))
    .catch(() => {})
}

/** Nothing of it is left: it was recorded or discarded, and what is typed next becomes another operation. */
export const endDraft = (key: string): void => saveDraft(key, ended(getSession()))

const ended = ({ device }: LocalSession) => ({ opId: device.newId(), typed: {} })

/**
 * The latest typing wins, as a whole and not field by field: each tab shows what was typed in the other as it is typed, so what
 * is typed next has it in it. What a tab typed itself comes back to it as no news, so it never takes a later key away.
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
  // The app ended right after recording it, or a tab that had not heard yet typed on.
  return isRecorded ? { ...draft, ...ended(here), savedAt: draft.savedAt + 1 } : draft
}

const isBlank = ({ typed, left }: Draft) => Object.keys(typed).length === 0 && left === null
