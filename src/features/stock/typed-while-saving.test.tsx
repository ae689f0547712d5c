// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createQueryClient } from '#app/app/query-client.ts'
import * as device from '#app/data/device.ts'
import type { LocalSession } from '#app/data/local-session.ts'
import type { Place } from '#app/data/stock.ts'
import type { Product } from '#contract/products.ts'
import { aMachineCard } from '../../../tests/support/machine-card.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import stock from '../../locales/en/stock.json' with { type: 'json' }
import { CreateSlotCard } from './CreateSlotCard.tsx'
import { IngredientsCard } from './IngredientsCard.tsx'
import * as queries from './planogram.queries.ts'

const account = { locale: 'en-GB', timezone: 'Europe/Berlin', currency: 'EUR', companyRole: 'ROLE_MANAGER', roles: [] }
const opened = vi
  .spyOn(device, 'getSession')
  .mockImplementation(() => ({ account, device: { newId: () => 'key' } }) as unknown as LocalSession)
const sending = vi.fn()
const ingredients = vi.spyOn(queries, 'setIngredients').mockReturnValue({ mutationFn: sending } as never)
afterAll(() => {
  for (const one of [opened, ingredients]) one.mockRestore()
})
beforeAll(async () => {
  await i18n
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'common', resources: { en: { common, stock } }, interpolation: { escapeValue: false } })
})
afterEach(cleanup)

/** A request that is answered when the test says so. */
function later<T>(answer: T) {
  let give = () => {}
  sending.mockReturnValueOnce(new Promise<T>((done) => (give = () => done(answer))))
  return () => give()
}
const textbox = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: RegExp, value: string) => fireEvent.change(textbox(name), { target: { value } })
const button = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

const product = (id: number, name: string) => ({ id, name, packaging: 'INGREDIENT', volumeType: 'G', deleted: false, ingredients: [] })
const place = (id: number, name: string, maxQuantity: number) =>
  ({ productId: id, productInstallationId: id, product: product(id, name), currentQuantity: 5, maxQuantity }) as unknown as Place

it('keeps maxima of canisters that are typed while others are saved', async () => {
  const cardOf = (milk: number) => (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <IngredientsCard
          machine={aMachineCard({ type: 'COFFEE' })}
          places={[place(1, 'Milk', milk), place(2, 'Cocoa', 900)]}
          slots={[]}
          products={[product(1, 'Milk'), product(2, 'Cocoa')] as unknown as Product[]}
          canEdit
        />
      </QueryClientProvider>
    </MantineProvider>
  )
  const client = createQueryClient()
  const { rerender } = render(cardOf(700))
  type(/Milk/, '710')
  const answer = later(undefined)
  fireEvent.click(button(/^Save ingredients \(1\)/))
  await waitFor(() => expect(sending).toHaveBeenCalled())
  type(/Cocoa/, '950')
  // The value that is stored until the request is answered.
  type(/Milk/, '700')
  answer()
  rerender(cardOf(710))
  await waitFor(() => expect(button(/^Save ingredients/).dataset.loading).toBeUndefined())
  expect([textbox(/Milk/).value, textbox(/Cocoa/).value, button(/^Save ingredients/).textContent]).toEqual([
    expect.stringMatching(/^700/),
    expect.stringMatching(/^950/),
    'Save ingredients (2)',
  ])
})

it.each([
  ['', ['2', '1.50']],
  ['7', ['7', '1.50']],
])('a new slot keeps what was typed for the next one: "%s"', async (since, expected) => {
  sending.mockClear()
  const cola = { ...product(3, 'Cola'), packaging: 'PIECE' } as unknown as Product
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <CreateSlotCard type="SNACK" slots={[]} products={[cola]} create={({ body }) => sending(body)} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const number = () => textbox(/^Slot number/)
  type(/^Slot number/, '1')
  type(/^Vend price/, '1.50')
  fireEvent.click(screen.getByRole('combobox', { name: /^Product/ }))
  fireEvent.click(await screen.findByRole('option', { name: /Cola/ }))
  await waitFor(() => expect(button(/^Create/).disabled).toBe(false))
  const answer = later({ slotNumber: '1' })
  fireEvent.click(button(/^Create/))
  await waitFor(() => expect(sending).toHaveBeenCalled())
  if (since !== '') type(/^Slot number/, since)
  answer()
  await waitFor(() => expect(button(/^Create/).dataset.loading).toBeUndefined())
  await waitFor(() => expect([number().value, textbox(/^Vend price/).value]).toEqual(expected))
})
