import { latinDigits } from '#domain/digits.ts'

/** Fields of figures read 0 to 9 alone, so what a keyboard writes in the digits of another script is typed in those. */
export function typeLatinDigits(page: Document): void {
  page.addEventListener('beforeinput', (event) => {
    const { target, data, cancelable } = event
    if (!cancelable || !data || !(target instanceof HTMLInputElement) || !FIGURES.includes(target.inputMode)) return
    const typed = latinDigits(data)
    if (typed === data) return
    event.preventDefault()
    // The one way to type for somebody that the field's own listeners and undo both take for typing.
    page.execCommand('insertText', false, typed)
  })
}

const FIGURES = ['numeric', 'decimal']
