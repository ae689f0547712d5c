import type { Settings } from './settings.ts'

/**
 * Where people find this server, for what is read elsewhere. Never as a request says: whoever sends one could lead others to an address
 * of their own.
 */
export const publicAddress = ({ publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>): string =>
  publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
