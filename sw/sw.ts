import { cacheAppShell, cacheLanguages, cleanUpCaches, leaveToNetwork } from './app-shell.ts'
import { sendOutbox } from './background-sync.ts'
import { openPlace, showMessage } from './push-message.ts'
import { takeOver } from './update.ts'

declare const self: ServiceWorkerGlobalScope

// The build inserts the list at this exact name, once.
cacheAppShell([...self.__WB_MANIFEST])

self.addEventListener('install', (event) => event.waitUntil(Promise.all([cacheLanguages(), leaveToNetwork(event)])))
// The first worker on a device serves the page that installed it; a later one has no other page, or was requested to take over.
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([cleanUpCaches(), self.clients.claim()])))
self.addEventListener('message', (event) =>
  event.waitUntil(takeOver(self, event.data, event.source instanceof Client ? event.source : null, event.ports[0])),
)
self.addEventListener('sync', (event) => event.tag === 'outbox' && event.waitUntil(sendOutbox(event.lastChance)))
self.addEventListener('push', (event) => event.waitUntil(showMessage(self, event.data?.text() ?? '')))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPlace(self, event.notification.data))
})
