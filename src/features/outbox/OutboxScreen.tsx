import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconCloudOff, IconInfoCircle, IconLock, IconRefresh, IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryHead } from '#app/components/operations/EntryHead.tsx'
import { useWarningLabels } from '#app/components/operations/use-warning-labels.ts'
import { formats } from '#app/data/formats.ts'
import { asFile, dropCorrupt, readRaw, sendAll, sending } from '#app/data/outbox.ts'
import { type Known, outboxView, type Recent } from '#app/data/outbox-view.ts'
import { unsentPhotos } from '#app/data/photos.ts'
import { useAge } from '#app/ui/AgeText.tsx'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { CardsSkeleton } from '#app/ui/Skeletons.tsx'
import type { Corrupt } from '#offline/outbox.ts'
import type { Connection } from '#offline/records.ts'
import { DiscardButton } from './DiscardButton.tsx'
import classes from './OutboxScreen.module.css'
import { PhotosCard } from './PhotosCard.tsx'
import { RefusedCard } from './RefusedCard.tsx'
import { shareOrSave } from './share-file.ts'
import { UndoButton } from './UndoButton.tsx'
import { WaitingCard } from './WaitingCard.tsx'

export const Route = createFileRoute('/_signed-in/outbox')({ component: OutboxScreen })

/** A phone without a network for long may contain thousands; the oldest are shown. */
const SHOWN = 100

function OutboxScreen() {
  const { t } = useTranslation('outbox')
  const { data: view } = useQuery(outboxView())
  const { data: now } = useQuery(sending())
  const { data: unsent } = useQuery(unsentPhotos())
  const [isSending, setSending] = useState(false)
  if (!view || !now || !unsent)
    return (
      <>
        <PageHeader title={t('title')} />
        <CardsSkeleton />
      </>
    )
  const { waiting, needsYou, corrupt, recent, undone, known } = view
  const count = waiting.length + needsYou.length + corrupt.length + unsent.count
  const send = async () => {
    setSending(true)
    await sendAll()
    setSending(false)
  }
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('title')}
        subtitle={count === 0 && now.ofOthers > 0 ? t('ofOthers', { count: now.ofOthers }) : t('waitingHere', { count })}
        actions={
          count > 0 && (
            <Button
              variant="default"
              mih={48}
              leftSection={<IconShare size={18} aria-hidden />}
              onClick={async () => void shareOrSave(asFile(await readRaw()))}
            >
              {t('shareAll')}
            </Button>
          )
        }
      />
      <Stack gap="lg">
        <ConnectionNote connection={now.connection} />
        {needsYou.length + corrupt.length > 0 && (
          <Section title={t('needsYou', { count: needsYou.length + corrupt.length })}>
            {needsYou.slice(0, SHOWN).map((entry) => (
              <RefusedCard key={entry.opId} entry={entry} known={known} />
            ))}
            {corrupt.slice(0, SHOWN).map((entry) => (
              <CorruptCard key={entry.opId} entry={entry} />
            ))}
          </Section>
        )}
        {waiting.length > 0 && (
          <Section title={t('waiting', { count: waiting.length })}>
            {waiting.slice(0, SHOWN).map((entry) => (
              <WaitingCard key={entry.opId} entry={entry} isUndone={undone.has(entry.opId)} known={known} />
            ))}
            {waiting.length > SHOWN && <Text c="dimmed">{t('andMore', { count: waiting.length - SHOWN })}</Text>}
          </Section>
        )}
        {unsent.count > 0 && (
          <Section title={t('photos', { number: unsent.count })}>
            <PhotosCard photos={unsent.photos} />
          </Section>
        )}
        {count === 0 && (
          <Section title={t('waiting', { count })}>
            {now.ofOthers > 0 ? (
              <EmptyState icon={<IconLock />} color="slate" title={t('chip.ownSent')} text={t('lockedAway')} />
            ) : (
              <EmptyState icon={<IconCircleCheck />} title={t('nothingWaits')} text={t('nothingWaitsText')} />
            )}
          </Section>
        )}
        {waiting.length + unsent.count > 0 && (
          <div className={classes.action}>
            <Button fullWidth size="lg" loading={isSending} leftSection={<IconRefresh size={20} aria-hidden />} onClick={() => void send()}>
              {t('sendNow')}
            </Button>
          </div>
        )}
        <Section title={t('recent')}>
          {recent.length === 0 ? (
            <Alert color="slate" variant="light">
              {t('noRecent')}
            </Alert>
          ) : (
            recent.slice(0, SHOWN).map((recent) => <RecentCard key={recent.entry.opId} recent={recent} known={known} />)
          )}
        </Section>
      </Stack>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <Stack gap="sm">{children}</Stack>
    </section>
  )
}

/** An operation sent within the last day, with its warnings and an undo. */
function RecentCard({ recent: { entry, isUndone, fate }, known }: { recent: Recent; known: Known }) {
  const { t } = useTranslation('outbox')
  const wordsOf = useWarningLabels(known)
  const warnings = [...new Set(fate === 'sent' ? entry.warnings.map((warning) => wordsOf(entry.machineId, warning)) : [])]
  return (
    <Card component="article">
      <EntryHead entry={entry} known={known} state={t(fate === 'discarded' ? 'discarded' : isUndone ? 'undone' : 'sent')} />
      {warnings.map((words) => (
        <Alert key={words} color="orange" variant="light" icon={<IconInfoCircle aria-hidden />} mb="sm">
          {words}
        </Alert>
      ))}
      {fate === 'sent' && !isUndone && <UndoButton entry={entry} />}
    </Card>
  )
}

/** Why nothing is being sent, if that is the case. */
function ConnectionNote({ connection }: { connection: Connection | null }) {
  const { t } = useTranslation('outbox')
  if (connection?.state === 'unreachable') return <Unreachable {...connection} />
  // The need for a new sign-in is shown above every page.
  if (connection?.state !== 'app-too-old') return null
  return (
    <Alert role="status" color="orange" icon={<IconCloudOff aria-hidden />}>
      {t('connection.app-too-old')}
    </Alert>
  )
}

function Unreachable({ since, nextTryAt, status }: Extract<Connection, { state: 'unreachable' }>) {
  const { t } = useTranslation('outbox')
  const { clock } = formats()
  const age = useAge(since)
  return (
    <Alert
      role="status"
      color="slate"
      icon={<IconCloudOff aria-hidden />}
      title={t(status === undefined ? 'connection.unreachable' : 'connection.serverFailed', { since: clock(since), age })}
    >
      {nextTryAt === null ? t('connection.byItself') : t('connection.nextTry', { at: clock(nextTryAt) })}
    </Alert>
  )
}

/** An unreadable entry: it cannot be deleted before it was saved as a file for support. */
function CorruptCard({ entry }: { entry: Corrupt }) {
  const { t } = useTranslation('outbox')
  const [isSaved, setSaved] = useState(false)
  const save = async () => {
    if (await shareOrSave(asFile([entry.raw]))) setSaved(true)
  }
  return (
    <Card component="article">
      <Text fw={600}>{t('corrupt.title')}</Text>
      <Text size="sm" c="dimmed" mb="sm">
        {t('corrupt.text')}
      </Text>
      <div className={classes.buttons}>
        <Button mih={48} variant="default" onClick={() => void save()}>
          {t('share')}
        </Button>
        {isSaved && (
          <DiscardButton onDiscard={() => dropCorrupt(entry.opId)}>
            <Text>{t('corrupt.discardText')}</Text>
          </DiscardButton>
        )}
      </div>
    </Card>
  )
}
