import { latinDigits } from '#domain/digits.ts'

/** Number fields accept only 0 to 9, so digits of another script are replaced by these. */
export function typeLatinDigits(page: Document): void {
  page.addEventListener('beforeinput', (event) => {
    const { target, data, cancelable } = event
    if (!cancelable || !data || !(target instanceof HTMLInputElement) || !FIGURES.includes(target.inputMode)) return
    const typed = latinDigits(data)
    if (typed === data) return
    event.preventDefault()
    // The only way to insert text that the field's own listeners and undo treat as typing.
    page.execCommand('insertText', false, typed)
  })
}

const FIGURES = ['numeric', 'decimal']
