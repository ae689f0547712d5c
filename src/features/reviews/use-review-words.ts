import { useTranslation } from 'react-i18next'
import { unitOf } from '#app/data/activity.ts'
import { formats } from '#app/data/formats.ts'
import type { Decision, ReviewItem } from '#contract/reviews.ts'
import { leftBehind } from '#domain/stock/review.ts'
import { fromIso } from '#domain/time.ts'

/** At a deleted machine, an item without a slot is about cash. */
const withoutPlace = (kind: string) => (kind === 'MACHINE_GONE' ? 'MACHINE_GONE_CASH' : kind)

type Place = NonNullable<ReviewItem['place']>

/** A review item as text: what it is about, what happened, and the effect of each decision. */
export function useReviewWords() {
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

  const story = ({ kind, operation, machine, place: at }: ReviewItem): string => {
    const name = operation.user.name
    const about = { name, machine: machine.name, said: dateTime(fromIso(operation.said)), received: dateTime(fromIso(operation.received)) }
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

  const answer = (decision: Decision, { place: at, operation }: ReviewItem): string => {
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
