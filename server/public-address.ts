import type { Settings } from './settings.ts'

/**
 * The public address of this server for mails and stickers. It never comes from a request, because a Host header could point to a foreign
 * server.
 */
export const publicAddress = ({ publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>): string =>
  publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
