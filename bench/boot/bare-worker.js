const FILES = ['/index.html', '/bare.js', '/bare.css']

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(caches.open('bare').then((cache) => cache.addAll(FILES)))
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  event.respondWith(caches.match(FILES.includes(pathname) ? pathname : '/index.html'))
})
