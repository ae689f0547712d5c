import * as v from 'valibot'
import { formatsOf } from '#domain/formats.ts'
import { alertName } from '#domain/machines/alert-names.ts'
import { toDecimal } from '#domain/money.ts'
import { intlLocaleOf, languageOf, wordsOf } from '../languages.ts'
import type { Message } from './messages.store.ts'

const word = v.pipe(v.string(), v.minLength(1))
const AlertTexts = v.object({
  messages: v.object({
    CASKET_MONEY_CHANGE: word,
    cashCounted: word,
    DEVICE_FIRMWARE_UPDATED: word,
    NEW_CUSTOMER_ISSUE: word,
    PROBLEM_REPORTED: word,
    ALERT_UP_LOW_COINS_LEVEL: word,
    ALERT_UP_NO_SALES: word,
    ALERT_UP_TOO_HIGH_TEMPERATURE: word,
    ALERT_UP_TOO_LOW_TEMPERATURE: word,
    ALERT_UP_LOW_STOCK_LEVEL: word,
    ALERT_UP: word,
    MACHINE_STOPPED: word,
    DEVICE_DISCONNECTED: word,
    afterQuietHours: word,
  }),
})
type Words = v.InferOutput<typeof AlertTexts>['messages']

/** Names of the alerts that machines report as codes. */
const Known = v.object({ alert: v.record(v.string(), v.string()), mdbPart: v.record(v.string(), v.string()) })

/** The most alerts that a summary lists. */
const MAX_LISTED = 20

/** An alert in the company's language: a one-line title and the details. Several that waited during quiet hours are one summary. */
export function alertInWords(message: Message, listed = MAX_LISTED): { title: string; body: string } {
  const { held, locale } = message
  if (held.length <= 1) return oneInWords(message)
  const { messages } = wordsOf(languageOf(locale), 'alerts', AlertTexts)
  const lines = held.slice(0, listed).map((one) => {
    const { title, body } = oneInWords(one)
    return `${title} (${body.split('\n')[0]})`
  })
  return {
    title: messages.afterQuietHours.replace('{{count}}', String(held.length)),
    body: [...lines, ...(held.length > listed ? ['…'] : [])].join('\n'),
  }
}

/** The length of two text messages. */
const MAX_TEXT_LENGTH = 300

/** An alert as a text message. It never ends with half a character, which a gateway may refuse. */
export function alertAsText(message: Message): string {
  const { title, body } = alertInWords(message)
  return [title, body]
    .join('\n')
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/\p{Cs}$/u, '')
}

/** Push services refuse more than 4,096 bytes, of which the encryption takes 103. */
const MAX_PUSH_BYTES = 3_900

/** An alert as the content of a push message: a summary lists as many alerts as fit. */
export function alertAsPush(message: Message): string {
  for (let listed = MAX_LISTED; ; listed--) {
    const content = JSON.stringify({ ...alertInWords(message, listed), place: placeOf(message), id: message.id })
    if (listed === 0 || Buffer.byteLength(content) <= MAX_PUSH_BYTES) return content
  }
}

type Single = Omit<Message, 'held' | 'dropped'>

const formatsIn = ({ locale, currency, timezone }: Single) =>
  formatsOf({ locale: intlLocaleOf(locale), currency, timezone, language: languageOf(locale) })

function oneInWords(message: Single): { title: string; body: string } {
  const { machine, at, details } = message
  const when = formatsIn(message).dateTime(at)
  const title = [machine?.name, eventText(message)].filter(Boolean).join(': ').replaceAll(/\s+/g, ' ')
  return { title, body: [when, details.message?.trim()].filter(Boolean).join('\n') }
}

function eventText(single: Single): string {
  const { event, activity, locale, currency, moneyMinor, details } = single
  const language = languageOf(locale)
  const { messages } = wordsOf(language, 'alerts', AlertTexts)
  if (event === 'CASKET_MONEY_CHANGE' && moneyMinor !== null) {
    const { money } = formatsIn(single)
    return messages.cashCounted.replace('{{amount}}', () => money(toDecimal(moneyMinor, currency)))
  }
  const isStaff = activity === 'PROBLEM_REPORTED'
  const pattern = messages[(event === 'ANY_EVENT' || isStaff ? activity : event) as keyof Words] ?? messages.ALERT_UP
  const known = wordsOf(language, 'machines', Known)
  const alert = alertName(details.alertType ?? '', { alert: (key) => known.alert[key], part: (key) => known.mdbPart[key] })
  return pattern.replace('{{alert}}', () => alert).replace('{{version}}', () => details.version ?? '')
}

/** The screen that shows the alert. */
export function placeOf({ machine, recipient, held, details: { issue } }: Message): string {
  const machines = recipient?.isManager ? '/dashboard/machines' : '/dashboard/serviceman/machines'
  if (held.length > 1) return recipient?.isManager ? '/dashboard' : machines
  if (issue) return issuePlace(issue)
  return machine ? `${machines}/${machine.id}` : '/dashboard'
}

/** The issue list with the reported issue open. */
export const issuePlace = (issue: string) => `/dashboard/more/issues?issue=${issue}` as const
