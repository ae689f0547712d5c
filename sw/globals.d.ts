/** The version in package.json, put in by the build. */
declare const __APP_VERSION__: string

/** Background Sync, which lib.webworker does not know (https://wicg.github.io/background-sync/spec/). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent
}

interface ServiceWorkerGlobalScope {
  /** What the build made, put in by the build. */
  readonly __WB_MANIFEST: readonly { url: string; revision: string | null }[]
}
