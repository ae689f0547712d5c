// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Machine } from '#contract/machines.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import day from '../../locales/en/day.json' with { type: 'json' }
import dispatch from '../../locales/en/dispatch.json' with { type: 'json' }
import { AddMachine } from './AddMachine.tsx'

beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common, day, dispatch } } })
})
afterEach(cleanup)

const machine = (id: number) => ({ id, name: `Machine ${id}`, address: '', type: 'SNACK' }) as unknown as Machine
const show = (count: number) =>
  render(
    <MantineProvider env="test">
      <AddMachine
        round={{ stops: [] } as never}
        machines={Array.from({ length: count }, (_, id) => machine(id))}
        opened
        onClose={() => {}}
      />
    </MantineProvider>,
  )

test('a list of machines that is cut says how many there are besides', () => {
  show(53)
  expect(screen.getAllByRole('listitem')).toHaveLength(50)
  expect(screen.getByText('3 more: search for them')).toBeDefined()
})

test('a list of all machines says nothing more', () => {
  show(50)
  expect(screen.queryByText(/more: search/)).toBeNull()
})
