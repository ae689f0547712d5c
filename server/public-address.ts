import { isIP } from 'node:net'
import type { Settings } from './settings.ts'

/** Whether the host of a request is loopback. It can be any text: `127.0.0.1.example` is not loopback. */
export const namesLoopback = (host: string) => host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))

/**
 * The public address of this server for mails and stickers. It never comes from a request, because a Host header could point to a foreign
 * server. A server that listens on all addresses is at least on localhost.
 */
export function publicAddress({ publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>): string {
  const named = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return publicUrl ?? `http://${isIP(named) === 6 ? `[${named}]` : named}:${port}`
}
