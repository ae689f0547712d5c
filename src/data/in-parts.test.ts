import * as v from 'valibot'
import { expect, it } from 'vitest'
import { MachineIds } from '#contract/machines.ts'
import { doneOf, inParts } from './in-parts.ts'

const KEY = '0199d7d6-6b1c-7a51-9d5e-3c2b1a00ffff'

it('sends a selection of 10,000 machines in parts that the server accepts', async () => {
  const selected = Array.from({ length: 10_000 }, (_, index) => index + 1)
  const send = () => {
    const sent: { part: number[]; key: string }[] = []
    return inParts(selected, KEY, async (part, key) => sent.push({ part, key })).then(() => sent)
  }
  const sent = await send()
  expect(sent.flatMap(({ part }) => part)).toEqual(selected)
  for (const { part } of sent) expect(v.is(MachineIds, part)).toBe(true)
  const keys = sent.map(({ key }) => key)
  expect(new Set(keys).size).toBe(sent.length)
  for (const key of keys) expect(v.is(v.pipe(v.string(), v.uuid()), key)).toBe(true)
  expect((await send()).map(({ key }) => key)).toEqual(keys)
})

it('keeps the key of a selection that fits, and stops at a refusal', async () => {
  expect(await inParts([3, 4], KEY, async (part, key) => ({ part, key }))).toEqual([{ part: [3, 4], key: KEY }])
  const sent: number[] = []
  const refusing = inParts(
    Array.from({ length: 2_500 }, (_, index) => index + 1),
    KEY,
    async (part) => {
      sent.push(part.length)
      if (sent.length === 2) throw new Error('refused')
    },
  )
  await expect(refusing).rejects.toThrow('refused')
  expect(sent).toEqual([1_000, 1_000])
  expect(doneOf(KEY)).toBe(1_000)
})
