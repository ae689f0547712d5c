import * as v from 'valibot'
import { languageOf, wordsOf } from '../languages.ts'

/** Every kind of mail; its words are in the app's own, in mails.json. */
export const MAIL_KINDS = ['report-ready', 'report-failed'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** What the words of a mail are filled with, and what it brings along. */
export const MailContent = v.object({
  words: v.record(v.string(), v.string()),
  attachment: v.optional(v.object({ name: v.string(), type: v.string(), base64: v.string() })),
})
export type MailContent = v.InferOutput<typeof MailContent>

const word = v.pipe(v.string(), v.minLength(1))
const Letter = v.object({ subject: word, text: word })
const Words = v.object(Object.fromEntries(MAIL_KINDS.map((kind) => [kind, Letter])) as Record<MailKind, typeof Letter>)

/** A mail as it is read: plain text, in which nothing that somebody typed can be anything else. */
export function letter(kind: MailKind, locale: string, words: MailContent['words']): { subject: string; text: string } {
  const { subject, text } = wordsOf(languageOf(locale), 'mails', Words)[kind]
  const fill = (pattern: string) => pattern.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => words[name] ?? '')
  // A subject is one line, whatever somebody is called.
  return { subject: fill(subject).replaceAll(/\s+/g, ' '), text: fill(text) }
}
