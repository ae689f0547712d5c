import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { SMTPServer } from 'smtp-server'
import { freePort } from './server.ts'

/** Somebody's mailbox behind a real SMTP server. */
export async function aMailbox() {
  const port = await freePort()
  const got: { to: string; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: async (stream, session, done) => {
      got.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), text: plain(await text(stream)) })
      done()
    },
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  return {
    settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Roundsman <office@roundsman.example>' },
    /** The link to set a password in the newest mail to somebody, once there are so many. */
    linkFor: async (to: string, count = 1): Promise<string> => {
      const mails = () => got.filter((mail) => mail.to === to)
      await expect.poll(() => mails().length, { timeout: 90_000 }).toBeGreaterThanOrEqual(count)
      return /\/reset\/[\w-]{43}/.exec(mails().at(-1)?.text ?? '')?.[0] ?? ''
    },
    /** How many mails to somebody hold these words. */
    countOf: (to: string, words: string): number => got.filter((mail) => mail.to === to && mail.text.includes(words)).length,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}

/** Quoted-printable as mail programs read it, as far as links need it. */
const plain = (mail: string) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
