/** The version in package.json, inserted by the build. */
declare const __APP_VERSION__: string

/** Background Sync, which lib.webworker lacks (https://wicg.github.io/background-sync/spec/). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent
}

interface ServiceWorkerGlobalScope {
  /** The build files, inserted by the build. */
  readonly __WB_MANIFEST: readonly { url: string; revision: string | null }[]
}
