import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { SECOND } from '#domain/time.ts'
import type { Settings } from '../settings.ts'
import type { Mail } from './mail.store.ts'
import { renderMail } from './render-mail.ts'

/** Sends mails to the mail server. */
export type Post = { send(mail: Mail): Promise<void>; close(): void }

// Attachments are part of the mail itself. Mails must not refer to files or URLs.
const CLOSED = { disableFileAccess: true, disableUrlAccess: true }

/** Limits the total time, because a server that sends single bytes never triggers the idle timeout. */
const SEND_TIMEOUT = 90 * SECOND

async function within<T>(time: number, work: Promise<T>): Promise<T> {
  let late: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error('sending to the mail server timed out')), time)
  })
  return Promise.race([work, tooLate]).finally(() => clearTimeout(late))
}

/** Sends to the SMTP server from the settings, or writes each mail to a folder if none is set. */
export function createMailer({ smtp, dataDir }: Pick<Settings, 'smtp' | 'dataDir'>): Post {
  if (!smtp) return intoFolder(join(dataDir, MAILS))
  const transport = createTransport({
    url: smtp.url,
    connectionTimeout: 20 * SECOND,
    greetingTimeout: 20 * SECOND,
    socketTimeout: 60 * SECOND,
    ...CLOSED,
  })
  return {
    send: async (mail) => void (await within(SEND_TIMEOUT, transport.sendMail(messageOf(mail, smtp.from)))),
    close: () => transport.close(),
  }
}

/** The folder in the data directory for mails if no SMTP server is set. */
export const MAILS = 'mails'

/** File names contain the order of the mails. Only the owner can read the files, because links in mails grant access. */
function intoFolder(folder: string): Post {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...CLOSED })
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail, 'Roundsman <roundsman@localhost>'))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(':', '-')} ${mail.kind} ${mail.id}.eml`
      await writeFile(join(folder, name), message as Buffer, { mode: 0o600 })
    },
    close: () => transport.close(),
  }
}

const messageOf = ({ id, to, kind, locale, content: { words, attachment, replyTo } }: Mail, from: string) => ({
  from,
  // Passes the address as an object, so that it is never parsed as a list.
  to: { name: '', address: to },
  // The id stays the same when a mail is sent again after a lost response, so mailboxes recognize the duplicate.
  messageId: `<${id}@${domainOf(from)}>`,
  ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
  ...renderMail(kind, locale, words),
  ...(attachment
    ? { attachments: [{ filename: attachment.name, contentType: attachment.type, content: Buffer.from(attachment.base64, 'base64') }] }
    : {}),
})

const domainOf = (address: string) => /@([\w.-]+)/.exec(address)?.[1] ?? 'roundsman'
