import { expect, test } from 'vitest'
import type { Message } from './messages.store.ts'
import { alertAsPush, alertAsText } from './write-alert.ts'

function aMessage(name: string, locale = 'en-GB'): Message {
  const row = {
    ...{ companyId: 1, id: 'a-message', channel: 'PUSH', event: 'MACHINE_STOPPED', activity: 'MACHINE_STOPPED', at: 0, tries: 1 },
    ...{
      moneyMinor: null,
      details: {},
      machine: { id: 1, name },
      locale,
      currency: 'EUR',
      timezone: 'UTC',
      quietHours: null,
      device: null,
    },
    recipient: { name: 'Ada', email: null, phone: null, isManager: true },
  } satisfies Partial<Message>
  return { ...row, held: [], dropped: [] } as Message
}
const summaryOf = (count: number, name: string) => {
  const message = aMessage(name, 'ja-JP')
  return { ...message, held: Array.from({ length: count }, () => message) }
}

test('push message of many alerts with long names fits into what push services accept', () => {
  const content = alertAsPush(summaryOf(30, '東京駅地下商店街の飲料自動販売機'.repeat(6)))
  expect(Buffer.byteLength(content)).toBeLessThan(4_096 - 103)
  const lines: string[] = JSON.parse(content).body.split('\n')
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.at(-1)).toBe('…')
})

test('push message of few alerts lists all of them', () => {
  expect(JSON.parse(alertAsPush(summaryOf(20, 'ロビー'))).body.split('\n')).toHaveLength(20)
})

test('text message is never cut within a character', () => {
  for (const length of [298, 299, 300]) {
    const text = alertAsText(aMessage(`${'x'.repeat(length - 1)}☕️😀`))
    expect([text.length <= 300, /\p{Cs}/u.test(text)]).toEqual([true, false])
  }
})
