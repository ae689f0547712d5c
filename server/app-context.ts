import { hkdfSync } from 'node:crypto'
import type { Database } from './db/client.ts'
import { openErrorReports } from './http/error-reports.ts'
import type { AppContext } from './http/request-context.ts'
import { machineStockByFeed } from './ledger/machine-stock.ts'
import { createPhotoStore } from './photo-store/photo-store.ts'
import type { Settings } from './settings.ts'
import { createRoadTravel } from './travel/road-travel.ts'

/** Creates the context of all handlers. `key` is the installation's master key; no other key is ever stored. */
export const createAppContext = (
  settings: Settings,
  database: Database,
  key: Buffer,
  now: () => number = Date.now,
  clock?: { isDoubtful(): boolean },
): Omit<AppContext, 'log'> => ({
  settings,
  database,
  now,
  report: openErrorReports(settings),
  machineStock: machineStockByFeed(),
  roads: createRoadTravel({ database, now, routerUrl: settings.routerUrl }),
  photoStore: settings.photoStore && createPhotoStore(settings.photoStore, now),
  ...(clock ? { isClockDoubtful: clock.isDoubtful } : {}),
  keyFor: (purpose) => Buffer.from(hkdfSync('sha256', key, 'roundsman', purpose, 32)),
})
