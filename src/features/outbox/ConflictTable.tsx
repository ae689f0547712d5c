import { useTranslation } from 'react-i18next'
import { useEntryLabels } from '#app/components/operations/use-entry-words.ts'
import type { Known } from '#app/data/outbox-view.ts'
import type { SlotConflict } from './conflict.ts'
import classes from './OutboxScreen.module.css'

/** Both values of everything that another user changed meanwhile. */
export function ConflictTable({ machineId, conflicts, known }: { machineId: number; conflicts: readonly SlotConflict[]; known: Known }) {
  const { t } = useTranslation('outbox')
  const { valueText } = useEntryLabels(known)
  const slotOf = (slotId: number) => known.slot(machineId, slotId)?.slotNumber
  return (
    <table className={classes.conflicts}>
      <thead>
        <tr>
          <th scope="col">{t('conflict.what')}</th>
          <th scope="col">{t('conflict.mine')}</th>
          <th scope="col">{t('conflict.theirs')}</th>
        </tr>
      </thead>
      <tbody>
        {conflicts.flatMap(({ slotId, conflicts }) =>
          conflicts.map(({ field, mine, theirs }) => (
            <tr key={`${slotId} ${field}`}>
              <th scope="row">{t('conflict.field', { slot: slotOf(slotId) ?? t('conflict.unknownSlot'), field: t(`field.${field}`) })}</th>
              <td>{valueText(field, mine)}</td>
              <td>{valueText(field, theirs)}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  )
}
