import { useTranslation } from 'react-i18next'
import type { SlotCell } from '#app/components/planogram/slot-cell.ts'
import { formats } from '#app/data/formats.ts'
import { type Place, unitAt } from '#app/data/stock.ts'
import { type Count, countCapOf, isAsShown } from './count.ts'
import { CANISTER_STEP } from './use-restock-cells.ts'

/** The input of a count as cells of a planogram or list. */
export function useCountCells(count: Count) {
  const { t } = useTranslation('stock')
  const { t: common } = useTranslation()
  const { amount, exactAmount, unitWord } = formats()
  return (place: Place): SlotCell => {
    const { slotNumber, product, currentQuantity, maxQuantity } = place
    const unit = unitAt(place)
    const counted = count[place.productInstallationId]
    const quantity = counted?.quantity ?? currentQuantity
    const isConfirmed = counted !== undefined && isAsShown(counted)
    const label =
      slotNumber === null ? t('countOfProduct', { product: product.name }) : t('countOf', { slot: slotNumber, product: product.name })
    const difference = counted ? counted.quantity - counted.base : 0
    const danger = currentQuantity < 0 ? 'belowZero' : maxQuantity !== null && currentQuantity > maxQuantity ? 'overMaximum' : null
    const hints = [
      counted && !isConfirmed
        ? t('wasShown', { base: exactAmount(counted.base, unit), quantity: exactAmount(counted.quantity, unit) })
        : danger && t(danger),
      counted && counted.base !== currentQuantity
        ? t('changedMeanwhile', { base: exactAmount(counted.base, unit), now: exactAmount(currentQuantity, unit) })
        : null,
    ].filter(Boolean)
    return {
      id: String(place.productInstallationId),
      number: slotNumber,
      product,
      places: [place],
      label,
      detail: maxQuantity === null ? t('noMaximum') : t('maximum', { amount: amount(maxQuantity, unit) }),
      quantity,
      cap: countCapOf(place),
      step: place.slotId === null ? CANISTER_STEP : 1,
      unit: unitWord(unit),
      dragFrom: quantity,
      level: { now: currentQuantity, after: quantity, max: maxQuantity },
      figures:
        maxQuantity === null
          ? amount(quantity, unit)
          : common('stockBar.of', { current: amount(quantity, unit), max: amount(maxQuantity, unit) }),
      mark: difference === 0 ? null : `${difference > 0 ? '+' : '−'}${amount(Math.abs(difference), unit)}`,
      isDone: isConfirmed,
      tap: { label: `${t('asShown')}: ${label}`, short: t('asShown'), isOn: isConfirmed },
      hint: hints.length > 0 ? hints.join(' ') : undefined,
    }
  }
}
