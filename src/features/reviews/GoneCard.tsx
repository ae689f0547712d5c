import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MovedList } from '#app/components/MovedList.tsx'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { Card } from '#app/ui/Card.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { Decision } from '#contract/reviews.ts'
import type { OperationId } from '#domain/ids.ts'
import { fromIso } from '#domain/time.ts'
import { decideAll } from './decide-all.ts'
import classes from './ReviewCard.module.css'
import type { ReviewGroup } from './review-groups.ts'

/** The items of one operation at a deleted machine, decided together. */
export function GoneCard({ items: [first, ...others] }: { items: ReviewGroup }) {
  const { t } = useTranslation('reviews')
  const { machine, operation } = first
  const keys = useRef(new Map<string, OperationId>())
  const { mutate, isPending, errorText, variables } = useServerMutation({ ...decideAll, onSuccess: () => toastSuccess(t('decided')) })
  const busy = isPending ? variables.decision : null
  /** A repeated decision counts once. */
  const keyOf = (id: number, decision: Decision): OperationId => {
    const name = `${id} ${decision}`
    const key = keys.current.get(name) ?? getSession().device.newId()
    keys.current.set(name, key)
    return key
  }
  const decide = (decision: Decision) =>
    // Undoing an operation undoes all its lines.
    mutate({ decision, items: (decision === 'UNDO' ? [first] : [first, ...others]).map(({ id }) => ({ id, key: keyOf(id, decision) })) })
  const answer = (decision: Decision, label: string) => (
    <Button
      size="md"
      mih={48}
      variant={decision === 'TO_WAREHOUSE' ? 'filled' : 'default'}
      loading={busy === decision}
      disabled={busy !== null && busy !== decision}
      onClick={() => decide(decision)}
    >
      {label}
    </Button>
  )
  return (
    <Card component="li" aria-label={`${t('kind.MACHINE_GONE_ALL')}, ${machine.name}`}>
      <Stack gap="sm">
        <div>
          <Title order={2}>{t('kind.MACHINE_GONE_ALL')}</Title>
          <Text c="dimmed">{`${machine.name} · ${operation.user.name} · ${formats().dateTime(fromIso(operation.at))}`}</Text>
        </div>
        <Text>{t('story.MACHINE_GONE_ALL', { name: operation.user.name, machine: machine.name })}</Text>
        <div>
          <MovedList changes={operation.changes} />
        </div>
        {errorText && (
          <Alert color="orange" role="alert">
            {errorText}
          </Alert>
        )}
        <div className={classes.answers}>
          {answer('TO_WAREHOUSE', t('answer.TO_WAREHOUSE_ALL'))}
          {answer('WRITE_OFF', t('answer.WRITE_OFF_ALL'))}
          {answer('UNDO', t('answer.UNDO'))}
        </div>
      </Stack>
    </Card>
  )
}
