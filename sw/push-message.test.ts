import { expect, it } from 'vitest'
import { type Bell, openPlace, showMessage } from './push-message.ts'

function aBell(...open: string[]) {
  const done: unknown[] = []
  const bell: Bell = {
    registration: { showNotification: async (title, options) => void done.push([title, options]) },
    location: { origin: 'https://ours.example' },
    clients: {
      matchAll: async () =>
        open.map((url) => ({
          url,
          focus: async () => done.push(`focus ${url}`),
          navigate: async (to: string) => (url.endsWith('/uncontrolled') ? Promise.reject(new Error('not ours')) : done.push(`go ${to}`)),
        })),
      openWindow: async (url) => done.push(`open ${url}`),
    },
  }
  return { bell, done }
}

const MESSAGE = { title: 'Lobby: too warm', body: '14 °C', place: '/dashboard/machines/7', id: 'a-message' }

it('a repeated message replaces the first by its name', async () => {
  const { bell, done } = aBell()
  await showMessage(bell, JSON.stringify(MESSAGE))
  expect(done).toMatchObject([['Lobby: too warm', { body: '14 °C', tag: 'a-message', data: { place: '/dashboard/machines/7' } }]])
})

it('an unreadable message is shown and opens the start screen', async () => {
  for (const odd of [
    '',
    'no json',
    '{}',
    JSON.stringify({ ...MESSAGE, place: 'https://elsewhere.example/' }),
    JSON.stringify({ ...MESSAGE, place: '//elsewhere.example' }),
  ]) {
    const { bell, done } = aBell()
    await showMessage(bell, odd)
    expect(done).toMatchObject([['Roundsman', { data: { place: '/dashboard' } }]])
  }
})

it('a tap navigates an open window, or opens one', async () => {
  const open = aBell('https://ours.example/dashboard')
  await openPlace(open.bell, { place: '/dashboard/machines/7' })
  expect(open.done).toEqual(['focus https://ours.example/dashboard', 'go https://ours.example/dashboard/machines/7'])
  const none = aBell('https://elsewhere.example/')
  await openPlace(none.bell, { place: '/dashboard/machines/7' })
  expect(none.done).toEqual(['open https://ours.example/dashboard/machines/7'])
  const stubborn = aBell('https://ours.example/uncontrolled')
  await openPlace(stubborn.bell, { place: '//elsewhere.example' })
  expect(stubborn.done.at(-1)).toBe('open https://ours.example/dashboard')
})
