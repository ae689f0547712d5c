import type { Sending } from '#app/data/outbox.ts'
import type { Moment } from '#domain/time.ts'

/** The text of the chip as a key, and its severity. */
export type ChipLabel = {
  key:
    | 'signIn'
    | 'update'
    | 'needsYou'
    | 'offline'
    | 'offlineWaiting'
    | 'serverFailed'
    | 'serverFailedWaiting'
    | 'sending'
    | 'waiting'
    | 'starting'
    | 'allSent'
    | 'ownSent'
  tone: Tone
  count: number
  since: Moment | null
}
type Tone = 'good' | 'busy' | 'calm' | 'attention'

/** By priority: what blocks everything, what needs attention, then what is in progress. */
export function chipLabelOf({ waiting, needsYou, isSending, connection, ofOthers }: Sending): ChipLabel {
  const label = (key: ChipLabel['key'], tone: Tone, count = waiting, since: Moment | null = null): ChipLabel => ({
    key,
    tone,
    count,
    since,
  })
  switch (connection?.state) {
    case 'signed-out':
    case 'wrong-account':
      return label('signIn', 'attention')
    case 'app-too-old':
      return label('update', 'attention')
  }
  if (needsYou > 0) return label('needsYou', 'attention', needsYou)
  if (connection?.state === 'unreachable') {
    const why = connection.status === undefined ? 'offline' : 'serverFailed'
    return label(waiting > 0 ? `${why}Waiting` : why, 'calm', waiting, connection.since)
  }
  if (isSending) return label('sending', 'busy')
  if (waiting > 0) return label('waiting', 'busy')
  if (connection === null) return label('starting', 'busy')
  return label(ofOthers > 0 ? 'ownSent' : 'allSent', 'good')
}
