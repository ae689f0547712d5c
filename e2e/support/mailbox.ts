import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { SMTPServer } from 'smtp-server'
import { takePort } from '../../tests/support/ports.ts'

/** Somebody's mailbox behind a real SMTP server. */
export async function aMailbox() {
  const port = await takePort()
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
    /** The newest link to set a password that came by mail to somebody, once so many came: alerts come to the same box. */
    linkFor: async (to: string, count = 1): Promise<string> => {
      const links = () => got.filter((mail) => mail.to === to).flatMap((mail) => mail.text.match(/\/reset\/[\w-]{43}/) ?? [])
      await expect.poll(() => links().length, { timeout: 90_000 }).toBeGreaterThanOrEqual(count)
      return links().at(-1) ?? ''
    },
    /** How many mails to somebody hold these words. */
    countOf: (to: string, words: string): number => got.filter((mail) => mail.to === to && mail.text.includes(words)).length,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}

/** Quoted-printable as mail programs read it, as far as links need it. */
const plain = (mail: string) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
