import * as v from 'valibot'
import { withoutDirection } from '#domain/text-direction.ts'
import { languageOf, wordsOf } from '../languages.ts'

/** All kinds of mail. Their texts are in the app's mails.json. */
export const MAIL_KINDS = [
  'report-ready',
  'report-failed',
  'confirm-registration',
  'already-registered',
  'invitation',
  'password-reset',
  'password-changed',
  'weekly-summary',
  'system-update',
  'alert',
  'webhook-paused',
  'supplier-order',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** The values for the texts of a mail, and its attachments. */
export const MailContent = v.object({
  words: v.record(v.string(), v.string()),
  /** The address to which recipients answer, if it is not the sender's. */
  replyTo: v.optional(v.string()),
  attachment: v.optional(v.object({ name: v.string(), type: v.string(), base64: v.string() })),
})
export type MailContent = v.InferOutput<typeof MailContent>

const word = v.pipe(v.string(), v.minLength(1))
const MailText = v.object({ subject: word, text: word })
const Words = v.object(Object.fromEntries(MAIL_KINDS.map((kind) => [kind, MailText])) as Record<MailKind, typeof MailText>)

/** Renders a mail as plain text and as HTML. User input is always escaped. */
export function renderMail(kind: MailKind, locale: string, words: MailContent['words']): { subject: string; text: string; html: string } {
  const language = languageOf(locale)
  const { subject, text } = wordsOf(language, 'mails', Words)[kind]
  const fill = (pattern: string, write = (word: string) => word) =>
    pattern.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => write(wordIn(words, name)))
  const plain = fill(text)
  // A subject is a single line, whatever the name contains.
  return { subject: fill(subject).replaceAll(/\s+/g, ' '), text: plain, html: htmlOf(text, words, language) }
}

/** Values from the server, which recipients follow or copy verbatim. */
const VERBATIM = /^(link|login$|file$|url$)/

/**
 * Lists that the server creates, with one line per item. Every other value is a single line, because a name could otherwise add sentences.
 */
const LINES = /^(machines|products|shortages|items|body)$/

/** Characters that mail clients treat as the dot of a domain: the dot itself and those that browsers map to it. */
const DOTS = /(?<=[\p{L}\p{N}-])[.\u2024\u3002\ufe52\uff0e\uff61](?=\p{L})|(?<=\d)\.(?=\d+\.\d+\.\d)|(?<=\d\.\d+)\.(?=\d)/gu

/** Mail clients turn text that looks like an address into a link. Invisible characters break up such text in user input. */
const wordIn = (words: MailContent['words'], name: string) => {
  const word = withoutDirection(words[name] ?? '').replaceAll(
    LINES.test(name) ? /(?!\n)[\p{Cc}\u2028\u2029]+/gu : /[\p{Cc}\u2028\u2029]+/gu,
    ' ',
  )
  return VERBATIM.test(name) ? word : word.replaceAll(/:\/\//g, ':\u200b//').replaceAll(DOTS, (dot) => `${dot}\u200b`)
}

/** Keeps the paragraphs and lines of the text. Only server URLs become links; user input stays text. */
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
