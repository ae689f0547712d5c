import { useEffect, useEffectEvent } from 'react'

/** Shorter than any bar code of a product. */
const SHORTEST = 8

/**
 * Codes of a scanner that types them like a keyboard, with Enter at the end. Digits that are typed outside of fields have no other meaning, so the
 * speed of typing does not matter.
 */
export function useKeyboardScanner(onCode: (code: string) => void): void {
  const report = useEffectEvent(onCode)
  useEffect(() => {
    let digits = ''
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input[type="text"], textarea, [contenteditable]') !== null
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      if (/^\d$/.test(event.key)) digits += event.key
      else if (event.key === 'Enter' && digits.length >= SHORTEST) {
        // The focused button is not pressed.
        event.preventDefault()
        event.stopPropagation()
        report(digits)
        digits = ''
      } else if (event.key !== 'Shift') digits = ''
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}
