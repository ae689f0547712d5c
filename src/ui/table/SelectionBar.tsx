import { CloseButton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Selection.module.css'
import type { Selection } from './use-selection.ts'

/** `hasPhone`: rows can be selected on a phone too. */
type Props<T> = { selection: Selection<T>; hasPhone?: boolean; children: ReactNode }

/** The number of selected rows with their actions, at the bottom of the window. */
export function SelectionBar<T>({ selection: { rows, hidden, clear }, hasPhone = false, children }: Props<T>) {
  const { t } = useTranslation()
  if (rows.length === 0) return null
  return (
    <div role="toolbar" aria-label={t('table.selection')} className={classes.bar} data-selection-bar data-phone={hasPhone || undefined}>
      <Text fw={600} role="status">
        {t('table.selected', { n: rows.length })}
        {hidden > 0 && (
          <Text span c="dimmed" fw={400}>
            {' '}
            {t('table.notListed', { n: hidden })}
          </Text>
        )}
      </Text>
      <div className={classes.actions}>{children}</div>
      <CloseButton size={44} aria-label={t('table.clearSelection')} onClick={clear} />
    </div>
  )
}

type TickProps = { label: string; checked: boolean; isMixed?: boolean; onToggle(isRange: boolean): void }

/** The checkbox of a row, or of all rows. */
export const Tick = ({ label, checked, isMixed = false, onToggle }: TickProps) => (
  <label className={classes.tick}>
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      ref={(box) => {
        if (box) box.indeterminate = isMixed
      }}
      onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  </label>
)
