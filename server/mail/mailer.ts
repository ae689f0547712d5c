import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { SECOND } from '#domain/time.ts'
import type { Settings } from '../settings.ts'
import type { Mail } from './mail.store.ts'
import { renderMail } from './render-mail.ts'

/** Hands mails over to the server that sends them. */
export type Post = { send(mail: Mail): Promise<void>; close(): void }

// What a mail brings along is in the mail itself: nothing of it may name a file or an address to fetch.
const CLOSED = { disableFileAccess: true, disableUrlAccess: true }

/** A server that says a little now and then is never idle: in all it has so long. */
const LONGEST = 90 * SECOND

async function within<T>(time: number, work: Promise<T>): Promise<T> {
  let late: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error('the mail server takes too long')), time)
  })
  return Promise.race([work, tooLate]).finally(() => clearTimeout(late))
}

/** The SMTP server that the settings name; where they name none, a folder in which each mail is a file. */
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
    send: async (mail) => void (await within(LONGEST, transport.sendMail(messageOf(mail, smtp.from)))),
    close: () => transport.close(),
  }
}

/** Where mails lie, in the data directory, that no server takes. */
export const MAILS = 'mails'

/** Of a mail's name the order in which they were written; a link in it opens an account, so it is its owner's alone. */
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

const messageOf = ({ id, to, kind, locale, content: { words, attachment } }: Mail, from: string) => ({
  from,
  // As an object: an address is one address, whatever stands in it.
  to: { name: '', address: to },
  // Sent twice after a lost answer, it has the same name, by which a mailbox knows it.
  messageId: `<${id}@${domainOf(from)}>`,
  ...renderMail(kind, locale, words),
  ...(attachment
    ? { attachments: [{ filename: attachment.name, contentType: attachment.type, content: Buffer.from(attachment.base64, 'base64') }] }
    : {}),
})

const domainOf = (address: string) => /@([\w.-]+)/.exec(address)?.[1] ?? 'roundsman'
