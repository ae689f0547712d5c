import i18n from 'i18next'

type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (target: EventTarget | null): target is Field => target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement

/** How many characters of an inserted text a field with a limit leaves out. Browsers cut it without a message. */
function leftOutOf(field: Field, text: string): number {
  if (field.maxLength < 0) return 0
  const selected = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0)
  // Fields of one line leave out line breaks.
  const inserted = field instanceof HTMLInputElement ? text.replaceAll(/[\r\n]/g, '') : text.replaceAll('\r\n', '\n')
  return Math.max(0, field.value.length - selected + inserted.length - field.maxLength)
}

/** Shows a message if a pasted or dropped text is longer than its field. */
export function reportShortenedPastes(page: EventTarget = document): void {
  const report = async (target: EventTarget | null, data: DataTransfer | null) => {
    if (!isField(target) || target.readOnly || leftOutOf(target, data?.getData('text/plain') ?? '') === 0) return
    const message = i18n.t('shortened', { count: target.maxLength })
    // Loaded on demand, because the sign-in page has no other messages of this kind.
    const { toastInfo } = await import('./toasts.ts')
    toastInfo(message)
  }
  page.addEventListener('paste', (event) => void report(event.target, (event as ClipboardEvent).clipboardData))
  page.addEventListener('drop', (event) => void report(event.target, (event as DragEvent).dataTransfer))
}
