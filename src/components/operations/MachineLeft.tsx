import { Alert, Stack, Text, Title } from '@mantine/core'
import { IconInfoCircle, IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { keyOf } from '#app/components/use-draft.ts'
import { getSession } from '#app/data/device.ts'
import { draftOf, watchDraft } from '#app/data/drafts.ts'
import { type OutboxView, outboxOf, type Recent } from '#app/data/outbox-view.ts'
import { useAge } from '#app/ui/AgeText.tsx'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import type { MachineId } from '#domain/ids.ts'
import { EntryHead } from './EntryHead.tsx'
import { useWarningLabels } from './use-warning-labels.ts'

type Words = { title: string; text: string }
type Props = { machineId: MachineId; never: Words; action: ReactNode }

/**
 * Replaces a machine that is no longer on this device: shows that it was removed, if it was here, and the status of the user's operations.
 */
export function MachineLeft({ machineId, never, action }: Props) {
  const { t } = useTranslation('outbox')
  const { data: view } = useQuery(outboxOf(machineId))
  // A manager's device has all machines of the company.
  const isManager = getSession().account.companyRole === 'ROLE_MANAGER'
  const name = view?.known.machine(machineId) ?? null
  // The machine may be removed while the page is scrolled far down.
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  return (
    <>
      <EmptyState
        icon={<IconPlugConnectedX />}
        title={name === null ? never.title : t(isManager ? 'left.deactivated' : 'left.title', { machine: name })}
        text={name === null ? never.text : t(isManager ? 'left.deactivatedText' : 'left.text')}
        action={action}
      />
      <Unrecorded draftKey={keyOf(machineId, 'restock')} />
      <Unrecorded draftKey={keyOf(machineId, 'count')} />
      {view && <PendingOperations view={view} />}
    </>
  )
}

/** Quantities that were typed and not recorded before the machine left this device. They are kept, and offered when it is back. */
function Unrecorded({ draftKey }: { draftKey: string }) {
  const { t } = useTranslation('stock')
  const draft = useSyncExternalStore(
    useCallback((onChange) => watchDraft(draftKey, onChange), [draftKey]),
    () => draftOf(draftKey),
  )
  const age = useAge(draft?.left?.at ?? draft?.savedAt ?? 0)
  const count = Object.keys({ ...draft?.left?.typed, ...draft?.typed }).length
  if (count === 0) return null
  return (
    <Alert color="orange" icon={<IconInfoCircle aria-hidden />} mb="sm" role="status">
      {t('offer', { count, age })}
    </Alert>
  )
}

function PendingOperations({ view: { waiting, needsYou, recent, known } }: { view: OutboxView }) {
  const { t } = useTranslation('outbox')
  const wordsOf = useWarningLabels(known)
  const stateOf = ({ fate, isUndone }: Recent) => t(fate === 'discarded' ? 'discarded' : isUndone ? 'undone' : 'sent')
  const all = [
    ...needsYou.map((entry) => ({ entry, state: t('left.needsYou') })),
    ...waiting.map((entry) => ({ entry, state: t('left.waits') })),
    ...recent.map((one) => ({ entry: one.entry, state: stateOf(one) })),
  ]
  if (all.length === 0) return null
  return (
    <section aria-label={t('left.work')}>
      <Title order={2} mb="xs">
        {t('left.work')}
      </Title>
      <Stack gap="sm">
        {all.map(({ entry, state }) => (
          <Card key={entry.opId} component="article">
            <EntryHead entry={entry} known={known} state={state} />
            {[...new Set(entry.warnings.map((warning) => wordsOf(entry.machineId, warning)))].map((words) => (
              <Alert key={words} color="orange" variant="light" icon={<IconInfoCircle aria-hidden />} mb="sm">
                {words}
              </Alert>
            ))}
          </Card>
        ))}
        <Text>
          <Link to="/outbox">{t('left.open')}</Link>
        </Text>
      </Stack>
    </section>
  )
}
