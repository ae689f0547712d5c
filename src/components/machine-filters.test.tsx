// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, it } from 'vitest'
import common from '../locales/en/common.json' with { type: 'json' }
import reports from '../locales/en/reports.json' with { type: 'json' }
import { ChoiceFilter } from './MachineFilters.tsx'

beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common, reports } } })
})
afterEach(cleanup)

it.each([
  { state: 'the name of the chosen option', options: [{ id: 7, name: 'North' }], shown: 'North' },
  { state: 'that the chosen option was deleted', options: [{ id: 8, name: 'South' }], shown: reports.noLongerAvailable },
  { state: 'nothing while the options are unknown', options: undefined, shown: '' },
])('shows $state', ({ options, shown }) => {
  render(
    <MantineProvider env="test">
      <ChoiceFilter label="Group" all="All groups" options={options} value={7} onChange={() => {}} />
    </MantineProvider>,
  )
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Group' }).value).toBe(shown)
  expect(screen.queryByLabelText('All groups')).not.toBeNull()
})
