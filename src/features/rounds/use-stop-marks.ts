import { useTranslation } from 'react-i18next'
import { useUndoToast } from '#app/components/operations/use-undo-toast.ts'
import { addStop, completeStop, resumeStop, skipStop, undoMark } from '#app/data/rounds.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { Round, Stop } from '#contract/rounds.ts'
import type { MachineId } from '#domain/ids.ts'
import type { SkipReason } from '#domain/rounds/round.ts'
import type { Enqueued } from '#offline/outbox.ts'

/** Marks stops of a round; each works without a network, and reports whether this device has stored it. */
export function useStopMarks(round: Round) {
  const { t } = useTranslation('day')
  const undoToast = useUndoToast()
  const keep = async (recording: Promise<Enqueued>): Promise<string | null> => {
    const outcome = await recording.catch(() => null)
    if (outcome && 'kept' in outcome) return outcome.kept
    toastError(t('notKept'))
    return null
  }
  const marked = async ({ machineId, machine }: Stop, recording: Promise<Enqueued>, words: 'skip' | 'complete') => {
    const kept = await keep(recording)
    if (kept === null) return
    undoToast({
      done: t(words === 'skip' ? 'skippedNow' : 'completedNow', { machine: machine.name }),
      what: t(words === 'skip' ? 'doesSkip' : 'doesComplete', { machine: machine.name }),
      takeBack: () => undoMark(round, machineId, kept),
    })
  }
  return {
    keep,
    skip: (stop: Stop, reason: SkipReason, note: string) => marked(stop, skipStop(round, stop.machineId, reason, note), 'skip'),
    complete: (stop: Stop) => marked(stop, completeStop(round, stop.machineId), 'complete'),
    resume: ({ machineId }: Stop) => keep(resumeStop(round, machineId)),
    add: async ({ id, name }: { id: MachineId; name: string }) => {
      if ((await keep(addStop(round, id))) !== null) toastSuccess(t('addedNow', { machine: name }))
    },
  }
}
