import { expect, test } from 'vitest'
import { mayScroll, watchFirstPage } from './scroll.ts'

test('the first page is not scrolled after user input, later pages always are', () => {
  const page = new EventTarget()
  let navigate = (_: object) => {}
  const subscribe = (_: string, listener: (event: object) => void) => {
    navigate = listener
    return () => {}
  }
  watchFirstPage({ subscribe } as never, page)
  expect(mayScroll()).toBe(true)
  page.dispatchEvent(new Event('focusin'))
  expect(mayScroll()).toBe(false)
  navigate({ fromLocation: undefined, hrefChanged: true })
  navigate({ fromLocation: {}, hrefChanged: false })
  expect(mayScroll()).toBe(false)
  navigate({ fromLocation: {}, hrefChanged: true })
  expect(mayScroll()).toBe(true)
  page.dispatchEvent(new Event('pointerdown'))
  expect(mayScroll()).toBe(true)
})
