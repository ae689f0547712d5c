const CLOSE = '.mantine-Modal-close'
/** On a touch screen, the keyboard of a focused field would cover half of the dialog. */
const isTouched = () => window.matchMedia('(pointer: coarse)').matches
const FIELDS = ['input:not([type="hidden"], [type="file"], [tabindex="-1"])', 'select', 'textarea']
  .map((field) => `${field}:not(:disabled)`)
  .join()

/**
 * Moves the focus to the first field of a dialog that opens with the focus on its close button, also if the field loads later. A dialog
 * that names its first element by `data-autofocus` keeps it.
 *
 * @returns stops it.
 */
export function focusFirstField(page: Document): () => void {
  const listening = new AbortController()
  const known = new WeakSet<Element>()
  const observer = new MutationObserver(() => enter())
  /** The dialog whose close button has had the focus since it opened. */
  let entered: Element | null = null
  const enter = () => {
    const field = entered && fieldOf(entered)
    if (!field) return
    // The dialog sets its initial focus twice.
    field.dataset.autofocus = ''
    field.focus({ preventScroll: true })
  }
  const leave = () => {
    entered = null
    observer.disconnect()
  }
  page.addEventListener(
    'focusin',
    ({ target }) => {
      const dialog = target instanceof Element ? target.closest('[role="dialog"]') : null
      if (!dialog || known.has(dialog)) return leave()
      known.add(dialog)
      if (!(target as Element).matches(CLOSE) || isTouched()) return
      entered = dialog
      observer.observe(dialog, { childList: true, subtree: true })
      enter()
    },
    { signal: listening.signal },
  )
  // The user has started with what is there.
  for (const event of ['keydown', 'pointerdown']) page.addEventListener(event, leave, { signal: listening.signal, capture: true })
  return () => {
    listening.abort()
    leave()
  }
}

/** The first field that can be changed; of a group of radio buttons, the one that is chosen. */
function fieldOf(dialog: Element): HTMLElement | null {
  const field = dialog.querySelector<HTMLInputElement>(FIELDS)
  if (field?.type !== 'radio') return field
  return (
    [...dialog.querySelectorAll<HTMLInputElement>('input[type="radio"]')].find(({ name, checked }) => checked && name === field.name) ??
    field
  )
}
