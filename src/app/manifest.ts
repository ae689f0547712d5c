import type { ManifestOptions } from 'vite-plugin-pwa'

/** The web app manifest. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Roundsman',
  short_name: 'Roundsman',
  description: 'Stock, visits and sales of vending machines, with or without a signal',
  start_url: '/?from=home',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  background_color: '#f6f8f8',
  theme_color: '#0b6e6e',
  categories: ['business', 'productivity'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/monochrome.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'monochrome' },
  ],
  shortcuts: [
    { name: 'Scan a machine', short_name: 'Scan', url: '/scan', icons: [{ src: '/icons/shortcut-scan.png', sizes: '96x96' }] },
    { name: 'Shortages', short_name: 'Shortages', url: '/shortages', icons: [{ src: '/icons/shortcut-shortages.png', sizes: '96x96' }] },
  ],
  screenshots: [
    { src: '/screens/home-phone.png', sizes: '390x844', type: 'image/png', form_factor: 'narrow', label: 'What needs a visit' },
    { src: '/screens/shortages-phone.png', sizes: '390x844', type: 'image/png', form_factor: 'narrow', label: 'Shortages of a machine' },
    { src: '/screens/shortages-desk.png', sizes: '1440x900', type: 'image/png', form_factor: 'wide', label: 'Shortages on a desk' },
  ],
}
