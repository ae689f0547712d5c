import { Alert, Anchor, List, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import { recall, remember } from '#app/data/local-settings.ts'
import { type OutboxView, outboxOf } from '#app/data/outbox-view.ts'
import type { MachineId } from '#domain/ids.ts'
import { describe } from './description.ts'
import { useEntryLabels } from './use-entry-labels.ts'
import { useWarningLabels } from './use-warning-labels.ts'

/** Changes at the machine by other users before this user's operation arrived. */
const BY_OTHERS: ReadonlySet<string> = new Set([
  'CLOSED_INSTALLATION',
  'COUNTED_SINCE',
  'MAXIMUM_OVERRIDDEN',
  'NOT_ASSIGNED',
  'MACHINE_GONE',
])

const SEEN = 'seenChangedMeanwhile'
/** The maximum number of operations that one user sends within a day. */
const REMEMBERED = 200
const seenBefore = (): string[] => recall(SEEN)?.split(' ') ?? []

/** On a machine's screen: the user's operations of the last day that had warnings, and those that need attention. */
export function ChangedMeanwhile({ machineId }: { machineId: MachineId }) {
  const { data: view } = useQuery(outboxOf(machineId))
  return view ? <ChangedNote view={view} /> : null
}

function ChangedNote({ view: { recent, needsYou, known } }: { view: OutboxView }) {
  const { t } = useTranslation('outbox')
  const words = useEntryLabels(known)
  const wordsOf = useWarningLabels(known)
  const { clock } = formats()
  const [seen, setSeen] = useState(seenBefore)
  const notices = recent
    .filter(({ entry, fate, isUndone }) => fate === 'sent' && !isUndone && !seen.includes(entry.opId))
    .flatMap(({ entry }) => {
      const warnings = entry.warnings.filter(({ code }) => BY_OTHERS.has(code)).map((warning) => wordsOf(entry.machineId, warning))
      return warnings.length > 0 ? [{ entry, warnings: [...new Set(warnings)] }] : []
    })
  const dismiss = () => {
    const now = [...notices.map(({ entry }) => entry.opId), ...seen].slice(0, REMEMBERED)
    remember(SEEN, now.join(' '))
    setSeen(now)
  }
  return (
    <>
      {needsYou.length > 0 && (
        <Alert role="status" color="red" icon={<IconInfoCircle aria-hidden />} mb="sm">
          <Anchor component={Link} to="/outbox">
            {t('meanwhile.needsYou', { count: needsYou.length })}
          </Anchor>
        </Alert>
      )}
      {notices.length > 0 && (
        <Alert
          role="status"
          color="orange"
          icon={<IconInfoCircle aria-hidden />}
          title={t('meanwhile.title')}
          withCloseButton
          closeButtonLabel={t('meanwhile.dismiss')}
          onClose={dismiss}
          mb="sm"
        >
          {notices.map(({ entry, warnings }) => (
            <div key={entry.opId}>
              <Text size="sm">{t('meanwhile.of', { what: words.titleOf(describe(entry, known)), at: clock(entry.rawAt) })}</Text>
              <List size="sm" mb="xs">
                {warnings.map((warning) => (
                  <List.Item key={warning}>{warning}</List.Item>
                ))}
              </List>
            </div>
          ))}
        </Alert>
      )}
    </>
  )
}
