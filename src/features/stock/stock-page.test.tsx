// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createQueryClient } from '#app/app/query-client.ts'
import * as data from '#app/data/formats.ts'
import { machineList } from '#app/data/machines.ts'
import type { Machine } from '#contract/machines.ts'
import { aMachineCard } from '../../../tests/support/machine-card.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import machines from '../../locales/en/machines.json' with { type: 'json' }
import stock from '../../locales/en/stock.json' with { type: 'json' }
import { StockPage } from './StockPage.tsx'
import type { StockArea } from './stock-area.ts'

const formats = vi
  .spyOn(data, 'formats')
  .mockReturnValue({ amount: String, percentage: String } as unknown as ReturnType<typeof data.formats>)
afterAll(() => formats.mockRestore())
beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common, machines, stock } } })
})
afterEach(cleanup)

const FULL = { alerts: [], emptyPlaces: 0, currentQuantity: 10, maxQuantity: 10, filledQuantity: 10, fillShare: 1 }
const machine = { ...aMachineCard({}), ...FULL } as unknown as Machine
const area: StockArea = { list: { to: '/' }, all: { to: '/' }, machine: () => ({ to: '/' }), about: () => ({ to: '/' }) }

it('keeps what was typed when the first machines arrive', async () => {
  const client = createQueryClient()
  const { queryKey } = machineList()
  client.setQueryDefaults(queryKey, { staleTime: Number.POSITIVE_INFINITY })
  client.setQueryData(queryKey, [])
  const routeTree = createRootRoute({
    component: () => (
      <StockPage area={area} chosen={machine.id} query="" onSearch={() => {}}>
        <input aria-label="price" />
      </StockPage>
    ),
  })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const field = await screen.findByLabelText<HTMLInputElement>('price')
  expect(screen.queryByRole('navigation', { name: stock.machines })).toBeNull()
  fireEvent.change(field, { target: { value: '1.70' } })
  act(() => client.setQueryData(queryKey, [machine]))
  await screen.findByRole('navigation', { name: stock.machines })
  expect(screen.getByLabelText('price')).toBe(field)
  expect(field.value).toBe('1.70')
})
