import * as v from 'valibot'
import { languageOf, wordsOf } from '../languages.ts'

/** Every kind of mail; its words are in the app's own, in mails.json. */
export const MAIL_KINDS = [
  'report-ready',
  'report-failed',
  'confirm-registration',
  'already-registered',
  'password-reset',
  'password-changed',
  'weekly-summary',
  'system-update',
  'alert',
  'webhook-paused',
] as const
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

/** A mail as it is read: plain text, and the same as HTML, in which nothing that somebody typed can be anything but text. */
export function renderMail(kind: MailKind, locale: string, words: MailContent['words']): { subject: string; text: string; html: string } {
  const language = languageOf(locale)
  const { subject, text } = wordsOf(language, 'mails', Words)[kind]
  const fill = (pattern: string, write = (word: string) => word) =>
    pattern.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => write(wordIn(words, name)))
  const plain = fill(text)
  // A subject is one line, whatever somebody is called.
  return { subject: fill(subject).replaceAll(/\s+/g, ' '), text: plain, html: htmlOf(text, words, language) }
}

/** Our own, which a reader follows or copies to the letter. */
const VERBATIM = /^(link|login$|file$|url$)/

/** Lists that we write, a line for each thing; every other word is one line, or a name could add sentences of its own. */
const LINES = /^(machines|products|shortages|items|body)$/

/** Signs that turn the direction of what follows, so that a name could rearrange our text. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** What mail programs take for the dot of an address: the sign itself, and those that browsers read as one. */
const DOTS = /(?<=[\p{L}\p{N}-])[.\u2024\u3002\ufe52\uff0e\uff61](?=\p{L})|(?<=\d)\.(?=\d+\.\d+\.\d)|(?<=\d\.\d+)\.(?=\d)/gu

/** A mail program makes links of what looks like an address, so that what somebody typed is broken up, which nobody sees. */
const wordIn = (words: MailContent['words'], name: string) => {
  const word = (words[name] ?? '')
    .replaceAll(TURNING, '')
    .replaceAll(LINES.test(name) ? /(?!\n)[\p{Cc}\u2028\u2029]+/gu : /[\p{Cc}\u2028\u2029]+/gu, ' ')
  return VERBATIM.test(name) ? word : word.replaceAll(/:\/\//g, ':\u200b//').replaceAll(DOTS, (dot) => `${dot}\u200b`)
}

/** Paragraphs and lines as the text has them. Only an address of ours becomes a link: what somebody typed stays text. */
function htmlOf(pattern: string, words: MailContent['words'], language: string): string {
  const paragraphs = pattern.split(/\n{2,}/).map((paragraph) => {
    const [, name = ''] = /^\{\{(link\w*)\}\}$/.exec(paragraph) ?? []
    const address = escaped(words[name] ?? '')
    if (address) return `<p><a href="${address}">${address}</a></p>`
    const filled = escaped(paragraph).replaceAll(/\{\{(\w+)\}\}/g, (_, word: string) => escaped(wordIn(words, word)))
    return `<p>${filled.replaceAll('\n', '<br>')}</p>`
  })
  return `<!doctype html><html lang="${language}"><body>${paragraphs.join('')}</body></html>`
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)
