/** The version in package.json, inserted by the build. */
declare const __APP_VERSION__: string

/** Background Sync, which lib.webworker lacks (https://wicg.github.io/background-sync/spec/). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}

/** Static routes, which lib.webworker lacks and only Chromium has (https://w3c.github.io/ServiceWorker/#register-router-method). */
interface ExtendableEvent {
  /** Of the install event alone. */
  addRoutes?(routes: readonly { condition: { urlPattern: string }; source: 'network' }[]): Promise<void>
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent
}

interface ServiceWorkerGlobalScope {
  /** The build files, inserted by the build. */
  readonly __WB_MANIFEST: readonly { url: string; revision: string | null }[]
}
