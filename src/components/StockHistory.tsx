import { ActionIcon, Alert, Badge, Button, Modal, Stack, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unitOf } from '#app/data/activity.ts'
import { formats } from '#app/data/formats.ts'
import { undo } from '#app/data/stock.ts'
import { NotAnswered } from '#app/data/transactions.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { ListSkeleton } from '#app/ui/Skeletons.tsx'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { type StockMovement, stockMovements } from '#contract/movements.ts'
import type { ProductCard } from '#contract/products.ts'
import type { StockPointId } from '#domain/ids.ts'
import { fromIso, MINUTE, SECOND } from '#domain/time.ts'
import { call, type Page } from '#offline/api-client.ts'
import classes from './StockHistory.module.css'
import { useWhyNot } from './use-why-not.ts'

/** A stock point, by its visible name. */
type Of = { point: StockPointId; product: ProductCard; slotNumber: string | null }

/** A change received this much later was made offline. */
const LATE = 15 * MINUTE

/** A link from a quantity to its history. */
export function WhyThisNumber({ of }: { of: Of }) {
  const { t } = useTranslation('history')
  const [isOpen, setOpen] = useState(false)
  // A machine has forty of them, so each is created on demand.
  const [wasOpen, setWasOpen] = useState(false)
  const open = () => {
    setWasOpen(true)
    setOpen(true)
  }
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="slate"
        size={48}
        aria-label={t('open', { place: placeWords(of) })}
        title={t('title')}
        onClick={open}
      >
        <IconHistory size={22} stroke={1.7} aria-hidden />
      </ActionIcon>
      {wasOpen && <StockHistoryDialog of={of} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}

const placeWords = ({ slotNumber, product }: Of) => (slotNumber === null ? product.name : `${slotNumber} · ${product.name}`)

export function StockHistoryDialog({ of, isOpen, onClose }: { of: Of; isOpen: boolean; onClose(): void }) {
  const { t } = useTranslation('history')
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('titleOf', { place: placeWords(of) })}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {isOpen && <History of={of} />}
    </Modal>
  )
}

function History({ of }: { of: Of }) {
  const { t } = useTranslation('history')
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(stockHistory(of.point))
  const why = useWhyNot()
  const [undoing, setUndoing] = useState<StockMovement | null>(null)
  if (error && !data)
    return (
      <Stack gap="md">
        <Text role="alert">{why(error).text}</Text>
        <Button variant="default" size="md" onClick={() => void refetch()}>
          {t('common:tryAgain')}
        </Button>
      </Stack>
    )
  if (!data) return <ListSkeleton rows={4} height={56} />
  const lines = data.pages.flatMap(({ items }) => items)
  const takeBack = async ({ undoableAt, operationId }: StockMovement) => {
    setUndoing(null)
    if (undoableAt === null) return
    const keeping = await undo(undoableAt, operationId)
    if ('kept' in keeping) toastSuccess(t('undoKept'))
    else toastError(t('notKept'))
  }
  return (
    <Stack gap="sm">
      {error && <Alert color="orange">{t('old')}</Alert>}
      {lines.length === 0 ? (
        <Text c="dimmed">{t('nothing')}</Text>
      ) : (
        <ol className={classes.lines} aria-label={t('titleOf', { place: placeWords(of) })}>
          {lines.map((line, index) => (
            <Line
              key={`${line.operationId} ${line.line}`}
              line={line}
              product={of.product}
              // The latest line of an operation offers the undo for all of its lines.
              onUndo={line.undoableAt !== null && lines[index - 1]?.operationId !== line.operationId ? () => setUndoing(line) : null}
            />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button variant="subtle" size="md" loading={isFetching} onClick={() => void fetchNextPage()}>
          {t('earlier')}
        </Button>
      )}
      <ConfirmDialog
        opened={undoing !== null}
        title={t('undoTitle')}
        confirm={t('undo')}
        isDangerous
        onConfirm={() => undoing && void takeBack(undoing)}
        onClose={() => setUndoing(null)}
      >
        <Text>{undoing && t('undoText', { name: undoing.user?.name ?? '', at: formats().dateTime(fromIso(undoing.at)) })}</Text>
      </ConfirmDialog>
    </Stack>
  )
}

/** One movement: what, who and when, the quantity, and the stock after it. */
function Line({ line, product, onUndo }: { line: StockMovement; product: ProductCard; onUndo: (() => void) | null }) {
  const { t } = useTranslation('history')
  const { exactAmount, dateTime } = formats()
  const unit = unitOf(product)
  const { cause, kind, quantity, balance, user, note, undone, at, received } = line
  const moment = fromIso(at)
  const isLate = received !== null && fromIso(received) - moment > LATE
  // In a machine an adjustment sets the quantity, in the warehouse it is a difference.
  const what = t(`cause.${cause === 'ADJUST' && kind === 'count' ? 'SET' : cause}`, {
    defaultValue: t(kind === 'count' ? 'cause.SET' : 'cause.MOVED'),
  })
  const amount = exactAmount(quantity, unit)
  return (
    <li className={classes.line} data-undone={undone || undefined}>
      <div className={classes.words}>
        <span className={classes.what}>{what}</span>{' '}
        {undone && (
          <Badge size="sm" variant="light" color="slate">
            {t('undone')}
          </Badge>
        )}
        <Text size="sm" c="dimmed">
          {user && `${user.name} · `}
          {dateTime(moment)}
        </Text>
        {isLate && received !== null && (
          <Text size="sm" c="dimmed">
            {t('late', { at: dateTime(fromIso(received)) })}
          </Text>
        )}
        {note && <Text size="sm">{note}</Text>}
      </div>
      <span className={classes.quantity}>{kind === 'count' ? t('counted', { amount }) : quantity > 0 ? `+${amount}` : amount}</span>
      <span className={classes.balance}>
        <span className={classes.hidden}>{t('balance')} </span>
        {exactAmount(balance, unit)}
      </span>
      {onUndo && (
        <Button
          variant="default"
          size="sm"
          mih={40}
          className={classes.undo}
          onClick={onUndo}
          aria-label={t('undoOf', { what, at: dateTime(moment) })}
        >
          {t('undo')}
        </Button>
      )}
    </li>
  )
}

const SIZE = 50

/** All movements of a stock point, newest first, page by page. */
const stockHistory = (point: StockPointId) =>
  infiniteQueryOptions({
    queryKey: ['stockHistory', point],
    meta: { topics: ['stock'] },
    retry: false,
    initialPageParam: 0,
    queryFn: async ({ pageParam }): Promise<Page<StockMovement[]>> => {
      const request = { params: { id: String(point) }, query: { page: String(pageParam), size: String(SIZE) } }
      const answer = await call(stockMovements, request, { timeoutMs: 30 * SECOND })
      if (answer.state !== 'answered') throw new NotAnswered(answer)
      return answer.value
    },
    getNextPageParam: ({ pageDetails: { page, hasNext } }) => (hasNext ? page + 1 : undefined),
  })
