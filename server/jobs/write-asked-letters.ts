import { SECOND } from '#domain/time.ts'
import { takeAskedLetter } from '../features/account/asked-letters.store.ts'
import { answerAskedLetter } from '../features/account/write-letters.ts'
import type { House } from '../http/caller.ts'
import type { Outcome } from './jobs.store.ts'
import type { Job } from './run-jobs.ts'

/** Writes what was asked for at the door. There nothing is looked up, so that how long an answer takes tells nobody who is known. */
export async function writeAskedLetters(house: House): Promise<Outcome> {
  const writeOne = () =>
    house.database.asHouse(async (db) => {
      const asked = await takeAskedLetter(db)
      if (asked) await answerAskedLetter(house, db, asked)
      return asked !== null
    })
  while (await writeOne()) {
    // Each in a transaction of its own: one that fails keeps no other from being written.
  }
  return 'well'
}

export const writingAskedLetters: Job = { name: 'asked-letters', everyMs: SECOND, run: writeAskedLetters }
