import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { SMTPServer } from 'smtp-server'
import { takePort } from '../../tests/support/ports.ts'

/** A mailbox behind a real SMTP server. */
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
    /** The newest password link mailed to this address, once `count` mails have arrived: alerts arrive in the same mailbox. */
    linkFor: async (to: string, count = 1): Promise<string> => {
      const links = () => got.filter((mail) => mail.to === to).flatMap((mail) => mail.text.match(/\/reset\/[\w-]{43}/) ?? [])
      await expect.poll(() => links().length, { timeout: 90_000 }).toBeGreaterThanOrEqual(count)
      return links().at(-1) ?? ''
    },
    /** Number of mails to this address that contain these words. */
    countOf: (to: string, words: string): number => got.filter((mail) => mail.to === to && mail.text.includes(words)).length,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}

/** Decodes quoted-printable as far as links need it. */
const plain = (mail: string) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
