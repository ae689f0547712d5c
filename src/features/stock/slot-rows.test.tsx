// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createQueryClient } from '#app/app/query-client.ts'
import * as device from '#app/data/device.ts'
import type { LocalSession } from '#app/data/local-session.ts'
import type { TemplateSlot } from '#contract/templates.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import stock from '../../locales/en/stock.json' with { type: 'json' }
import { TemplateSlots } from './templates/TemplateSlots.tsx'

const account = { locale: 'en-GB', timezone: 'Europe/Berlin', currency: 'EUR', companyRole: 'ROLE_MANAGER', roles: [] }
const opened = vi.spyOn(device, 'getSession').mockImplementation(() => ({ account }) as unknown as LocalSession)
afterAll(() => opened.mockRestore())
beforeAll(async () => {
  await i18n
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'common', resources: { en: { common, stock } }, interpolation: { escapeValue: false } })
})
afterEach(cleanup)

const SLOTS = 8
let rendered: string[] = []
/** A slot whose maximum only its row reads. */
const observed = (slotNumber: string): TemplateSlot => ({
  slotNumber,
  productId: null,
  vendPrice: 1,
  get maxQuantity() {
    rendered.push(slotNumber)
    return 10
  },
})

const client = createQueryClient()
const products: [] = []
let current: readonly TemplateSlot[] = []
function Template() {
  const [slots, setSlots] = useState(() => Array.from({ length: SLOTS }, (_, n) => observed(String(n + 1))))
  current = slots
  return (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <TemplateSlots name="Snacks" type="SNACK" slots={slots} products={products} onChange={setSlots} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
it('renders only the rows that are changed or selected', () => {
  render(<Template />)
  expect(new Set(rendered).size).toBe(SLOTS)
  rendered = []
  fireEvent.change(screen.getByLabelText('Vend price of slot 3'), { target: { value: '2' } })
  fireEvent.change(screen.getByLabelText('Vend price of slot 7'), { target: { value: '4' } })
  fireEvent.click(screen.getByLabelText('Choose slot 5'))
  expect([...new Set(rendered)]).toEqual(['3', '7', '5'])
})

it('changes and deletes the right slots after others have moved', () => {
  render(<Template />)
  fireEvent.change(screen.getByLabelText('Vend price of slot 3'), { target: { value: '2' } })
  fireEvent.click(screen.getByLabelText('Delete slot 1'))
  fireEvent.change(screen.getByLabelText('Vend price of slot 7'), { target: { value: '4' } })
  fireEvent.click(screen.getByLabelText('Delete slot 5'))
  expect(current.slice(0, 6).map(({ slotNumber, vendPrice }) => [slotNumber, vendPrice])).toEqual([
    ['2', 1],
    ['3', 2],
    ['4', 1],
    ['6', 1],
    ['7', 4],
    ['8', 1],
  ])
})
