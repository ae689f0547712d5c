import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MovedList } from '#app/components/MovedList.tsx'
import { WhyThisNumber } from '#app/components/StockHistory.tsx'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { unitOf } from '#app/data/activity.ts'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { decide } from '#app/data/reviews.ts'
import { isRefused, NotAnswered } from '#app/data/server-requests.ts'
import { waysOf } from '#app/data/ways.ts'
import { Card } from '#app/ui/Card.tsx'
import { NumberFields, useNumberFields } from '#app/ui/number-fields.ts'
import { QuantityInput } from '#app/ui/QuantityInput.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import { DECISIONS, type Decision, type ReviewItem } from '#contract/reviews.ts'
import { leftBehind } from '#domain/stock/review.ts'
import { fromIso } from '#domain/time.ts'
import classes from './ReviewCard.module.css'
import { othersUndone } from './review-groups.ts'

/** One review item: what happened, why it is implausible, and the possible decisions. */
export function ReviewCard({ item }: { item: ReviewItem }) {
  const { t } = useTranslation('reviews')
  const words = useReviewWords()
  const { dateTime, exactAmount } = formats()
  const { machine, operation, place } = item
  const title = words.title(item)
  return (
    <Card component="li" aria-label={`${title}, ${machine.name}`}>
      <Stack gap="sm">
        <div>
          <Title order={2}>{title}</Title>
          <Text c="dimmed">
            {machine.inService ? (
              <Link {...waysOf(getSession().account).machine(machine.id)} className={classes.machine}>
                {machine.name}
              </Link>
            ) : (
              machine.name
            )}
            {' · '}
            {operation.user.name}
            {' · '}
            {dateTime(fromIso(operation.at))}
          </Text>
        </div>
        <Text>{words.story(item)}</Text>
        {operation.others > 0 && <Text>{t('others', { count: operation.others })}</Text>}
        {place ? (
          <Group gap="xs" wrap="nowrap">
            <Text size="sm">
              {place.maxQuantity === null
                ? t('now', { place: words.place(place), amount: exactAmount(place.currentQuantity, unitOf(place.product)) })
                : t('nowOf', {
                    place: words.place(place),
                    amount: exactAmount(place.currentQuantity, unitOf(place.product)),
                    maximum: exactAmount(place.maxQuantity, unitOf(place.product)),
                  })}
            </Text>
            <WhyThisNumber of={{ point: place.productInstallationId, product: place.product, slotNumber: place.slotNumber }} />
          </Group>
        ) : (
          <div>
            <MovedList changes={operation.changes} />
          </div>
        )}
        {othersUndone(item) > 0 && <Text>{t('undoesOthers', { count: othersUndone(item) })}</Text>}
        {item.proposal?.note && <blockquote className={classes.note}>{item.proposal.note}</blockquote>}
        <Answers item={item} />
      </Stack>
    </Card>
  )
}

function Answers({ item }: { item: ReviewItem }) {
  const { t } = useTranslation('reviews')
  const words = useReviewWords()
  const why = useWhyNot()
  const { mutate, isPending, error, variables } = useKeyedMutation({ ...decide, onSuccess: () => toastSuccess(t('decided')) })
  const busy = isPending ? variables.decision : null
  const errorText =
    error &&
    (error instanceof NotAnswered && error.code === 'ALREADY_DECIDED'
      ? t('already')
      : `${why(error).text}${isRefused(error) ? '' : ` ${t('countsOnce')}`}`)
  const { hasWrong, noteWrong } = useNumberFields()
  const [counting, setCounting] = useState<number | null>(null)
  // Unknown decisions of a newer server are omitted.
  const choices = DECISIONS.filter((choice) => item.choices.includes(choice)).toSorted(
    (a, b) => item.choices.indexOf(a) - item.choices.indexOf(b),
  )

  return (
    <>
      {errorText && (
        <Alert color="orange" role="alert">
          {errorText}
        </Alert>
      )}
      {counting === null ? (
        <div className={classes.answers}>
          {choices.map((choice, index) => (
            <Button
              key={choice}
              size="md"
              mih={48}
              variant={index === 0 ? 'filled' : 'default'}
              loading={busy === choice}
              disabled={busy !== null && busy !== choice}
              onClick={() =>
                choice === 'COUNT' ? setCounting(Math.max(0, item.place?.currentQuantity ?? 0)) : mutate({ id: item.id, decision: choice })
              }
            >
              {words.answer(choice, item)}
            </Button>
          ))}
        </div>
      ) : (
        <Stack gap="sm" maw="24rem">
          <NumberFields value={noteWrong}>
            <QuantityInput
              label={t('countOf')}
              value={counting}
              step={item.place?.slotId ? 1 : 100}
              cap={1_000_000}
              unit={item.place ? formats().unitWord(unitOf(item.place.product)) : undefined}
              onChange={setCounting}
            />
          </NumberFields>
          <Group gap="sm">
            <Button size="md" mih={48} variant="default" onClick={() => setCounting(null)}>
              {t('common:cancel')}
            </Button>
            <Button
              size="md"
              mih={48}
              loading={busy === 'COUNT'}
              disabled={hasWrong}
              onClick={() => mutate({ id: item.id, decision: 'COUNT', quantity: counting })}
            >
              {t('recordCount')}
            </Button>
          </Group>
        </Stack>
      )}
    </>
  )
}

/** At a deleted machine, an item without a slot is about cash. */
const withoutPlace = (kind: string) => (kind === 'MACHINE_GONE' ? 'MACHINE_GONE_CASH' : kind)

type Place = NonNullable<ReviewItem['place']>

/** A review item as text: what it is about, what happened, and the effect of each decision. */
function useReviewWords() {
  const { t } = useTranslation('reviews')
  const { exactAmount, dateTime } = formats()
  const place = ({ slotNumber, product }: Pick<Place, 'slotNumber' | 'product'>) =>
    slotNumber === null ? product.name : t('slot', { slot: slotNumber, product: product.name })

  const moved = ({ moved, counted, product }: Place): string => {
    const unit = unitOf(product)
    if (moved > 0) return t('did.put', { amount: exactAmount(moved, unit), product: product.name })
    if (moved < 0) return t('did.took', { amount: exactAmount(-moved, unit), product: product.name })
    return t('did.counted', { amount: exactAmount(counted ?? 0, unit), product: product.name })
  }

  const story = ({ kind, operation, machine, place: at, proposal }: ReviewItem): string => {
    const name = operation.user.name
    if (proposal) {
      const { slotNumber: slot, product, now } = proposal
      return t('story.PRODUCT_PROPOSED', { name, slot, product: product.name, now: now?.name ?? t('outbox:noProduct') })
    }
    const about = { name, machine: machine.name, said: dateTime(fromIso(operation.said)), received: dateTime(fromIso(operation.received)) }
    if (kind === 'VAN_BELOW_ZERO') return t('story.VAN_BELOW_ZERO', { van: machine.name, product: at?.product.name ?? '' })
    if (!at) return t(`story.${withoutPlace(kind)}`, { ...about, defaultValue: t('story.other', about) })
    const where = { ...about, did: moved(at), slot: at.slotNumber ?? '', product: at.product.name, now: at.now?.name ?? '' }
    if (at.remains !== null) return t('story.GIVEN_UP', { ...where, amount: exactAmount(at.remains, unitOf(at.product)) })
    if (kind === 'CLOSED_INSTALLATION') return t(at.now ? 'story.CLOSED_NOW' : 'story.CLOSED', where)
    return t(`story.${kind}`, { ...where, defaultValue: t('story.other', about) })
  }

  const title = ({ kind, place: at }: ReviewItem) =>
    t(`kind.${!at ? withoutPlace(kind) : at.remains !== null ? 'GIVEN_UP' : kind}`, {
      place: at ? place(at) : '',
      defaultValue: t('kind.other'),
    })

  const answer = (decision: Decision, { place: at, operation, proposal }: ReviewItem): string => {
    if (proposal) return t(`answer.${decision}`, { product: proposal.product.name })
    if (!at) return t(`answer.${decision}`, { name: operation.user.name })
    const unit = unitOf(at.product)
    const about = {
      name: operation.user.name,
      product: at.now?.name ?? at.product.name,
      amount: exactAmount(leftBehind(at), unit),
      maximum: exactAmount(at.currentQuantity, unit),
    }
    return t(`answer.${decision}`, about)
  }
  return { place, story, title, answer }
}
