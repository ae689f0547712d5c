import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useUndoToast } from '#app/components/operations/use-undo-toast.ts'
import { useDraft } from '#app/components/use-draft.ts'
import { undoNote, writeNote } from '#app/data/machines.ts'
import { toastError } from '#app/ui/toasts.ts'
import type { Machine } from '#contract/machines.ts'
import type { OperationId } from '#domain/ids.ts'
import classes from './MachineCards.module.css'
import { TitledCard } from './TitledCard.tsx'

const MAX_LENGTH = 2000
const Draft = v.object({ note: v.optional(v.string()) })
const NOTHING: v.InferOutput<typeof Draft> = {}

/** The note of a machine for its visitors. Input survives a reload and is sent when there is a network. */
export function NoteCard({ machine }: { machine: Machine }) {
  const { t } = useTranslation('machines')
  const typed = useDraft(machine.id, 'machine-note', Draft, NOTHING)
  const [isLost, setLost] = useState(false)
  const undoToast = useUndoToast()
  const note = typed.value.note ?? machine.note ?? ''
  const isChanged = note !== (machine.note ?? '')

  const save = async () => {
    const before = machine.note ?? ''
    const kept: OperationId[] = []
    await typed.record(async () => {
      const keeping = await writeNote(machine.id, note.trim(), typed.opId).catch(() => null)
      if (keeping !== null && 'kept' in keeping) kept.push(keeping.kept)
      return kept.length > 0
    })
    const [operation] = kept
    setLost(operation === undefined)
    if (operation === undefined) return toastError(t('noteNotSaved'))
    undoToast({
      done: t('noteSaved'),
      what: t('outbox:does.note', { machine: machine.name }),
      takeBack: () => undoNote(machine.id, operation, before),
    })
  }
  return (
    <TitledCard title={t('notes')}>
      <Textarea
        aria-label={t('note')}
        placeholder={t('noNote')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={MAX_LENGTH}
        value={note}
        onChange={({ currentTarget: { value } }) => typed.change(() => ({ note: value }))}
      />
      <ErrorText text={isLost ? t('noteNotSaved') : null} />
      {isChanged && (
        <div className={classes.buttons}>
          <Button size="md" onClick={() => void save()}>
            {t('save')}
          </Button>
          <Button size="md" variant="default" onClick={() => typed.clear()}>
            {t('cancel')}
          </Button>
        </div>
      )}
    </TitledCard>
  )
}
