import fc from 'fast-check'
import { afterEach, beforeEach, expect } from 'vitest'
import { seed } from './seed.ts'
import { serverLines, takeViolations } from './server-lines.ts'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })

beforeEach(({ onTestFailed }) => {
  onTestFailed(({ task }) => {
    const [error] = task.result?.errors ?? []
    if (error && serverLines().length > 0)
      error.message += `\n\nThe last refusals and errors of servers in this process:\n${serverLines().join('\n')}\n`
  })
})

afterEach(() => expect(takeViolations(), 'responses that break their contract').toEqual([]))

/** The default of one second is too short for a busy machine. Only files with a DOM load the library. */
const ASYNC_UTIL_TIMEOUT = 50_000

if ('document' in globalThis) {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: ASYNC_UTIL_TIMEOUT })
  const { cleanNotifications } = await import('@mantine/notifications')
  // The store outlives the file, because files share modules. It shows five toasts and makes later ones wait.
  beforeEach(() => cleanNotifications())
  // So does the document.
  document.body.replaceChildren()
}
