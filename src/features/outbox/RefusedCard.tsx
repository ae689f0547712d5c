import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { EntryHead } from '#app/components/operations/EntryHead.tsx'
import { useEntryLabels } from '#app/components/operations/use-entry-labels.ts'
import { asFile, discard, retry } from '#app/data/outbox.ts'
import type { Known } from '#app/data/outbox-view.ts'
import { Card } from '#app/ui/Card.tsx'
import { SlotEdits } from '#contract/slots.ts'
import type { OutboxEntry } from '#offline/records.ts'
import { DiscardButton } from './DiscardButton.tsx'
import classes from './OutboxScreen.module.css'
import { shareOrSave } from './share-file.ts'

/** An operation that the server refused: the reason, and the possible actions. */
export function RefusedCard({ entry, known }: { entry: OutboxEntry; known: Known }) {
  const { t } = useTranslation('outbox')
  const { t: refusal } = useTranslation('refusals')
  const conflicts = conflictsOf(entry)
  const mine = keepOwnValues(entry.body, conflicts)
  const theirs = acceptServerValues(entry.body, conflicts)
  const takeTheirs = () => (theirs && theirs.length > 0 ? retry(entry.opId, theirs) : discard(entry.opId))
  const code = entry.refusal?.code ?? 'UNKNOWN'
  return (
    <Card component="article">
      <EntryHead entry={entry} known={known} />
      <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} mb="sm">
        {refusal([code, 'UNKNOWN'], { code })}
      </Alert>
      {conflicts.length > 0 && <ConflictTable machineId={entry.machineId} conflicts={conflicts} known={known} />}
      <div className={classes.buttons}>
        {conflicts.length > 0 && mine ? (
          <>
            <Button mih={48} onClick={() => void retry(entry.opId, mine)}>
              {t('useMine')}
            </Button>
            <Button mih={48} variant="default" onClick={() => void takeTheirs()}>
              {t('takeTheirs')}
            </Button>
          </>
        ) : (
          <Button mih={48} onClick={() => void retry(entry.opId)}>
            {t('retry')}
          </Button>
        )}
        <Button mih={48} variant="default" onClick={() => void shareOrSave(asFile([entry]))}>
          {t('share')}
        </Button>
        <DiscardButton onDiscard={() => discard(entry.opId)}>
          <Text>{t('discardRefusedText')}</Text>
          <EntryHead entry={entry} known={known} />
        </DiscardButton>
      </div>
    </Card>
  )
}

/** Both values of everything that another user changed meanwhile. */
function ConflictTable({ machineId, conflicts, known }: { machineId: number; conflicts: readonly SlotConflict[]; known: Known }) {
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

const Conflicts = v.object({
  details: v.array(
    v.object({
      slotId: v.number(),
      conflicts: v.array(
        v.object({
          field: v.picklist(['productId', 'vendPrice', 'maxQuantity']),
          mine: v.nullable(v.number()),
          theirs: v.nullable(v.number()),
        }),
      ),
    }),
  ),
})
type SlotConflict = v.InferOutput<typeof Conflicts>['details'][number]

/** Conflicting changes by other users, with both values. Empty if the refusal contains none. */
export function conflictsOf({ refusal }: Pick<OutboxEntry, 'refusal'>): SlotConflict[] {
  if (refusal?.code !== 'SLOT_CHANGED') return []
  const read = v.safeParse(Conflicts, refusal.detail)
  return read.success ? read.output.details : []
}

type Edits = v.InferOutput<typeof SlotEdits>

/** The same edit based on the others' values, so that mine applies. Null if it cannot be read. */
export const keepOwnValues = (body: unknown, conflicts: readonly SlotConflict[]): Edits | null =>
  changed(body, (edit) => {
    const theirs = Object.fromEntries(fieldsIn(conflicts, edit.slotId).map(({ field, theirs }) => [field, theirs]))
    return { ...edit, base: { ...edit.base, ...theirs } }
  })

/** The edit without conflicting fields: theirs apply, the rest is kept. Empty if nothing is left. */
export const acceptServerValues = (body: unknown, conflicts: readonly SlotConflict[]): Edits | null =>
  changed(body, (edit) => {
    const given = new Set<string>(fieldsIn(conflicts, edit.slotId).map(({ field }) => field))
    return Object.fromEntries(Object.entries(edit).filter(([field]) => !given.has(field))) as Edits[number]
  })?.filter(({ slotId: _, base, ...fields }) =>
    Object.entries(fields).some(([field, value]) => value !== undefined && value !== base?.[field as keyof typeof fields]),
  ) ?? null

const fieldsIn = (conflicts: readonly SlotConflict[], slotId: number) =>
  conflicts.find((conflict) => conflict.slotId === slotId)?.conflicts ?? []

function changed(body: unknown, change: (edit: Edits[number]) => Edits[number]): Edits | null {
  const read = v.safeParse(SlotEdits, body)
  return read.success ? read.output.map(change) : null
}
