import { isIP } from 'node:net'
import type { Settings } from './settings.ts'

/** Whether the host of a request is loopback. It can be any text: `127.0.0.1.example` is not loopback. */
export const namesLoopback = (host: string) => host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))

/**
 * The public address of this server for mails and stickers. It never comes from a request, because a Host header could point to a foreign
 * server.
 */
export const publicAddress = ({ publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>): string =>
  publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
