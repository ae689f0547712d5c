import i18n from 'i18next'
import { charactersIn } from '#domain/characters.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (target: EventTarget | null): target is Field => target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement

/** Limits of fields in characters, and the current `maxLength` of each in UTF-16 units. */
const limits = new WeakMap<Field, { characters: number; units: number }>()

/** How many characters a field takes; negative without a limit. */
function limitOf(field: Field): number {
  const known = limits.get(field)
  return known?.units === field.maxLength ? known.characters : field.maxLength
}

/** What remains of the value when the selected text is replaced. */
const remainsOf = ({ value, selectionStart, selectionEnd }: Field) => value.slice(0, selectionStart ?? 0) + value.slice(selectionEnd ?? 0)

/** Fields of one line leave out line breaks. */
const insertedInto = (field: Field, text: string) =>
  field instanceof HTMLInputElement ? text.replaceAll(/[\r\n]/g, '') : text.replaceAll('\r\n', '\n')

/** How many characters of an inserted text a field with a limit leaves out. Browsers cut it without a message. */
function leftOutOf(field: Field, text: string): number {
  const limit = limitOf(field)
  return limit < 0 ? 0 : Math.max(0, charactersIn(remainsOf(field)) + charactersIn(insertedInto(field, text)) - limit)
}

/** Makes room for an inserted text: browsers count UTF-16 units, in which most emoji are two. */
function makeRoom(field: Field, text: string): void {
  const limit = limitOf(field)
  if (limit < 0) return
  const remains = remainsOf(field)
  const inserted = [...insertedInto(field, text)].slice(0, Math.max(0, limit - charactersIn(remains))).join('')
  const surplus = (of: string) => of.length - charactersIn(of)
  field.maxLength = limit + surplus(remains) + surplus(inserted)
  limits.set(field, { characters: limit, units: field.maxLength })
}

/** Fields count characters, and a message is shown if a pasted or dropped text is longer than its field. */
export function limitByCharacters(page: EventTarget = document): void {
  const report = async (target: EventTarget | null, data: DataTransfer | null) => {
    if (!isField(target) || target.readOnly || leftOutOf(target, data?.getData('text/plain') ?? '') === 0) return
    const message = i18n.t('shortened', { count: limitOf(target) })
    // Loaded on demand, because the sign-in page has no other messages of this kind.
    const { toastInfo } = await import('./toasts.ts')
    toastInfo(message)
  }
  page.addEventListener('paste', (event) => void report(event.target, (event as ClipboardEvent).clipboardData))
  page.addEventListener('drop', (event) => void report(event.target, (event as DragEvent).dataTransfer))
  page.addEventListener('beforeinput', ({ target, data, dataTransfer }: InputEventInit & Event) => {
    if (isField(target)) makeRoom(target, data ?? dataTransfer?.getData('text/plain') ?? '')
  })
}
