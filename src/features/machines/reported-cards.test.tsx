// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, it } from 'vitest'
import common from '../../locales/en/common.json' with { type: 'json' }
import machines from '../../locales/en/machines.json' with { type: 'json' }
import { AlertsCard } from './ReportedCards.tsx'

beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common, machines } } })
})
afterEach(cleanup)

it.each([
  ['MDB_BILL_VALIDATOR', 'JAM', 'Jammed'],
  ['EA', 'Door open', 'Door open'],
])('the alert %s has its status in words, and any other message as reported', (code, message, shown) => {
  render(
    <MantineProvider env="test">
      <AlertsCard alerts={[{ code, message, created: '2026-03-04T05:06:07Z' }]} />
    </MantineProvider>,
  )
  expect(screen.getByText(shown)).toBeTruthy()
})

it('the alert of a part does not repeat that it has a fault', () => {
  render(
    <MantineProvider env="test">
      <AlertsCard alerts={[{ code: 'MDB_BILL_VALIDATOR', message: 'FAULT', created: '2026-03-04T05:06:07Z' }]} />
    </MantineProvider>,
  )
  expect(screen.queryByText('Fault')).toBeNull()
})
