import { useTranslation } from 'react-i18next'
import type { Typed } from '#app/components/use-draft.ts'
import { toastWithUndo } from '#app/ui/undo-toast.tsx'

/** Clears the input of a form; a toast brings it back, beside what was typed since. */
export function useClearing<T extends Readonly<Record<string, unknown>>>(typed: Typed<T>): (cleared: (value: T) => T) => void {
  const { t } = useTranslation('stock')
  return (cleared) => {
    const before = typed.value
    typed.change(cleared)
    toastWithUndo(t('cleared', { count: Object.keys(before).length }), () => typed.change((now) => ({ ...before, ...now })))
  }
}
