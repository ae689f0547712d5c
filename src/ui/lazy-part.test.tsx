// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

afterEach(cleanup)

it('a part that fails to load is replaced and retried online', async () => {
  let isOnline = false
  const Part = lazyPart<{ name: string }>(
    () => (isOnline ? Promise.resolve(({ name }) => <p>map of {name}</p>) : Promise.reject(new TypeError('Failed to fetch'))),
    { waiting: () => <p>loading</p>, missing: ({ name }) => <p>list of {name}</p> },
  )
  await act(async () => render(<Part name="Foyer" />))
  expect(screen.getByText('list of Foyer')).toBeDefined()

  isOnline = true
  await act(async () => void dispatchEvent(new Event('online')))
  expect(screen.getByText('map of Foyer')).toBeDefined()
})
