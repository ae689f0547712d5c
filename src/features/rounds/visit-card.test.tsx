// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import * as device from '#app/data/device.ts'
import * as data from '#app/data/formats.ts'
import type { Machine } from '#contract/machines.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import machines from '../../locales/en/machines.json' with { type: 'json' }
import rounds from '../../locales/en/rounds.json' with { type: 'json' }
import { VisitCard } from './VisitCard.tsx'

const formats = vi
  .spyOn(data, 'formats')
  .mockReturnValue({ amount: String, percentage: (share: number) => `${share * 100}%` } as unknown as ReturnType<typeof data.formats>)
const session = vi
  .spyOn(device, 'getSession')
  .mockReturnValue({ account: { companyRole: 'ROLE_EMPLOYEE', companyIntegrations: [] } } as unknown as ReturnType<
    typeof device.getSession
  >)
afterAll(() => {
  formats.mockRestore()
  session.mockRestore()
})
beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common, machines, rounds } } })
})
afterEach(cleanup)

const STOPPED = { id: 1, name: 'Lobby', address: '', type: 'SNACK', state: 'STOPPED', alerts: [], emptyPlaces: 0 }

async function cardOf(stock: Pick<Machine, 'currentQuantity' | 'maxQuantity' | 'filledQuantity' | 'fillShare'>): Promise<string> {
  const machine = { ...STOPPED, ...stock } as unknown as Machine
  const routeTree = createRootRoute({ component: () => <VisitCard machine={machine} ahead={undefined} /> })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  return (await screen.findByRole('link')).textContent ?? ''
}

it('shows no share and no empty slots for a machine without slots', async () => {
  const words = await cardOf({ currentQuantity: 0, maxQuantity: 0, filledQuantity: 0, fillShare: null })
  expect(words).toContain('No stock level known')
  expect(words).not.toMatch(/\d/)
})

it('shows how full a machine with slots is', async () => {
  expect(await cardOf({ currentQuantity: 10, maxQuantity: 40, filledQuantity: 10, fillShare: 0.25 })).toContain('0 empty, 25% full')
})
