// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { createQueryClient } from '#app/app/query-client.ts'
import { freshness } from '#app/data/freshness.ts'
import machines from '../locales/en/machines.json' with { type: 'json' }
import { NoMachinesYet } from './NoMachines.tsx'

beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'machines', resources: { en: { machines } } })
})
afterEach(cleanup)

function show(isReachable: boolean | null) {
  const client = createQueryClient()
  client.setQueryData(freshness().queryKey, { asOf: null, isReachable })
  client.setQueryDefaults(freshness().queryKey, { staleTime: Number.POSITIVE_INFINITY })
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <NoMachinesYet />
      </QueryClientProvider>
    </MantineProvider>,
  )
  expect(screen.queryByText(machines.noMachines)).toBeNull()
}

it('does not state that there are no machines before the first sync', () => {
  show(false)
  expect(screen.getByText(machines.notFetched)).toBeTruthy()
})

it.each([null, true])('states that machines are being loaded while the server responds or is being asked (%s)', (isReachable) => {
  show(isReachable)
  expect(screen.getByText(machines.fetching)).toBeTruthy()
  expect(screen.queryByText(machines.notFetchedText)).toBeNull()
})
