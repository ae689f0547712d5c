import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconLock, IconRefresh, IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFile, readRaw, sendAll, sending } from '#app/data/outbox.ts'
import { outboxView } from '#app/data/outbox-view.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { CardsSkeleton } from '#app/ui/Skeletons.tsx'
import { ConnectionNote } from './ConnectionNote.tsx'
import { CorruptCard } from './CorruptCard.tsx'
import classes from './OutboxScreen.module.css'
import { RecentCard } from './RecentCard.tsx'
import { RefusedCard } from './RefusedCard.tsx'
import { shareOrSave } from './share-file.ts'
import { WaitingCard } from './WaitingCard.tsx'

export const Route = createFileRoute('/_signed-in/outbox')({ component: OutboxScreen })

/** A phone without a network for long may contain thousands; the oldest are shown. */
const SHOWN = 100

function OutboxScreen() {
  const { t } = useTranslation('outbox')
  const { data: view } = useQuery(outboxView())
  const { data: now } = useQuery(sending())
  const [isSending, setSending] = useState(false)
  if (!view || !now)
    return (
      <>
        <PageHeader title={t('title')} />
        <CardsSkeleton />
      </>
    )
  const { waiting, needsYou, corrupt, recent, undone, known } = view
  const count = waiting.length + needsYou.length + corrupt.length
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
              h={48}
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
        {count === 0 && (
          <Section title={t('waiting', { count })}>
            {now.ofOthers > 0 ? (
              <EmptyState icon={<IconLock />} color="slate" title={t('chip.ownSent')} text={t('lockedAway')} />
            ) : (
              <EmptyState icon={<IconCircleCheck />} title={t('nothingWaits')} text={t('nothingWaitsText')} />
            )}
          </Section>
        )}
        {waiting.length > 0 && (
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
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      <Stack gap="sm">{children}</Stack>
    </section>
  )
}
