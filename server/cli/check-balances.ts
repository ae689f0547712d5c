import { SelfCheckAnswer } from '../admin-socket/commands.ts'
import { sendCommand } from '../admin-socket/send-command.ts'
import { createPhotoStore } from '../photo-store/photo-store.ts'
import { type SelfCheck, selfCheckNow } from '../self-check/self-check.job.ts'
import type { Settings } from '../settings.ts'
import { openForCommand, reasonOf } from './command-line.ts'

/** Checks all balances and optionally rebuilds wrong ones, in the running server or without one. */
export async function checkBalances(settings: Settings, order: { rebuild: boolean }): Promise<SelfCheck | { wrong: string }> {
  const response = settings.databaseUrl ? null : await sendCommand(settings.dataDir, '/self-check', order, SelfCheckAnswer)
  if (response) return response
  const opened = await openForCommand(settings)
  if ('wrong' in opened) return opened
  try {
    const photoStore = settings.photoStore && createPhotoStore(settings.photoStore, Date.now)
    return await selfCheckNow({ database: opened.database, now: Date.now, photoStore, settings }, order)
  } catch (error) {
    return { wrong: `The check failed: ${reasonOf(error)}.` }
  } finally {
    await opened.database.close()
  }
}
