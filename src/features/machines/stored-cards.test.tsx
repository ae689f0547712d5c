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
import * as server from '#app/data/machine-today.ts'
import type { Machine } from '#contract/machines.ts'
import { aMachineCard } from '../../../tests/support/machine-card.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import machines from '../../locales/en/machines.json' with { type: 'json' }
import { DetailsCard } from './DetailsCard.tsx'
import { OpeningHoursCard } from './OpeningHoursCard.tsx'

const account = { locale: 'en-GB', timezone: 'Europe/Berlin', currency: 'EUR', companyRole: 'ROLE_MANAGER', roles: [] }
const opened = vi
  .spyOn(device, 'getSession')
  .mockImplementation(() => ({ account, device: { newId: () => 'key' } }) as unknown as LocalSession)
const sending = vi.fn()
const change = vi.spyOn(server, 'changeMachine').mockReturnValue({ mutationFn: sending } as never)
afterAll(() => {
  for (const one of [opened, change]) one.mockRestore()
})
beforeAll(async () => {
  await i18n
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'common', resources: { en: { common, machines } }, interpolation: { escapeValue: false } })
})
afterEach(cleanup)

const aMachine = (given: Partial<Machine>) => aMachineCard(given) as Machine
const client = createQueryClient()
const screenOf = (machine: Machine) => (
  <MantineProvider env="test">
    <QueryClientProvider client={client}>
      <DetailsCard machine={machine} />
      <OpeningHoursCard machine={machine} />
    </QueryClientProvider>
  </MantineProvider>
)
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.input(box(name), { target: { value } })
const [SAVE_DETAILS, SAVE_HOURS] = [0, 1]
const save = (card: number) => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Save' })[card] as HTMLButtonElement
const isOpen = (day: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: day }).checked

it('keeps typed details when others are saved or the machine changes', async () => {
  const { rerender } = render(screenOf(aMachine({})))
  let answer = () => {}
  sending.mockReturnValueOnce(new Promise<void>((done) => (answer = done)))
  type('Vendor', 'Sielaff')
  await waitFor(() => expect(save(SAVE_DETAILS).disabled).toBe(false))
  fireEvent.click(save(SAVE_DETAILS))
  await waitFor(() => expect(sending).toHaveBeenLastCalledWith({ vendor: 'Sielaff' }, expect.anything()))
  type('Model', 'SK 25')
  rerender(screenOf(aMachine({ vendor: 'Sielaff', name: 'Hall' })))
  answer()
  await waitFor(() => expect([box('Name').value, save(SAVE_DETAILS).disabled]).toEqual(['Hall', false]))
  expect([box('Vendor').value, box('Model').value]).toEqual(['Sielaff', 'SK 25'])
})

it('keeps typed opening hours when the machine changes, and follows it otherwise', async () => {
  const { rerender } = render(screenOf(aMachine({ openingHours: 'Mo-Fr 08:00-17:00' })))
  rerender(screenOf(aMachine({ openingHours: 'Mo-Th 08:00-17:00' })))
  await waitFor(() => expect(isOpen('Fri')).toBe(false))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Sat' }))
  await waitFor(() => expect(save(SAVE_HOURS).disabled).toBe(false))
  rerender(screenOf(aMachine({ name: 'Hall', openingHours: 'Mo-We 08:00-17:00' })))
  await waitFor(() => expect(box('Name').value).toBe('Hall'))
  expect([isOpen('Sat'), isOpen('Thu'), save(SAVE_HOURS).disabled]).toEqual([true, true, false])
})
