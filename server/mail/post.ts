import { createTransport } from 'nodemailer'
import { SECOND } from '#domain/time.ts'
import type { Settings } from '../settings.ts'
import { letter } from './letters.ts'
import type { Mail } from './mail.store.ts'

/** Hands mails over to the server that sends them. */
export type Post = { send(mail: Mail): Promise<void>; close(): void }

/** The SMTP server that the settings name; null where they name none, and mails wait. */
export function openPost({ smtp }: Pick<Settings, 'smtp'>): Post | null {
  if (!smtp) return null
  const transport = createTransport({
    url: smtp.url,
    connectionTimeout: 20 * SECOND,
    greetingTimeout: 20 * SECOND,
    socketTimeout: 60 * SECOND,
    // What a mail brings along is in the mail itself: nothing of it may name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ id, to, kind, locale, content: { words, attachment } }) => {
      await transport.sendMail({
        from: smtp.from,
        // As an object: an address is one address, whatever stands in it.
        to: { name: '', address: to },
        // Sent twice after a lost answer, it has the same name, by which a mailbox knows it.
        messageId: `<${id}@${domainOf(smtp.from)}>`,
        ...letter(kind, locale, words),
        ...(attachment
          ? {
              attachments: [{ filename: attachment.name, contentType: attachment.type, content: Buffer.from(attachment.base64, 'base64') }],
            }
          : {}),
      })
    },
    close: () => transport.close(),
  }
}

const domainOf = (address: string) => /@([\w.-]+)/.exec(address)?.[1] ?? 'roundsman'
