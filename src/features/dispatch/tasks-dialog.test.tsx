// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createQueryClient } from '#app/app/query-client.ts'
import { NotAnswered } from '#app/data/server-requests.ts'
import * as toasts from '#app/ui/toasts.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import dispatch from '../../locales/en/dispatch.json' with { type: 'json' }
import { changeTasks } from './dispatch.queries.ts'
import { TasksDialog, type TasksOf } from './TasksDialog.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common, dispatch } } })
})

const lost = new NotAnswered({ state: 'unreachable', retryAfterMs: null })

/** Saves the tasks of a stop. The request runs until it fails. */
async function save() {
  const failure = vi.spyOn(toasts, 'toastError').mockImplementation(() => '')
  let fail = (_error: Error) => {}
  const sending = vi.spyOn(changeTasks, 'mutationFn').mockReturnValue(new Promise((_done, failed) => (fail = failed)))
  const client = createQueryClient()
  const screenOf = (of: TasksOf | null) => (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <TasksDialog of={of} onClose={() => {}} />
      </QueryClientProvider>
    </MantineProvider>
  )
  const { rerender } = render(screenOf({ round: 1, machineId: 2, name: 'Hall', tasks: [] }))
  fireEvent.click(screen.getByRole('button', { name: dispatch.saveTasks }))
  await waitFor(() => expect(sending).toHaveBeenCalled())
  return { fail, failure, close: () => rerender(screenOf(null)) }
}

it('reports that tasks were not saved also after the dialog was closed', async () => {
  const { fail, failure, close } = await save()
  close()
  fail(lost)
  await waitFor(() => expect(failure).toHaveBeenCalledTimes(1))
})

it('reports that tasks were not saved once while the dialog is open', async () => {
  const { fail, failure } = await save()
  fail(lost)
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(failure).not.toHaveBeenCalled()
})
