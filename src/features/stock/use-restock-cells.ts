import { useTranslation } from 'react-i18next'
import type { SlotCell } from '#app/components/planogram/slot-cell.ts'
import { formats } from '#app/data/formats.ts'
import { type Place, type ProductPlaces, unitAt } from '#app/data/stock.ts'
import { capOf, capOfAll, type Restock, restockLines, totalOf } from './restock.ts'

/** Step of the quantities of a coffee machine, in grams or millilitres. */
export const CANISTER_STEP = 100

/** The input of a restock as cells of a planogram or list: one for each slot, or one for each product. */
export function useRestockCells(restock: Restock, isStale: boolean) {
  const { t } = useTranslation('stock')
  const { t: common } = useTranslation()
  const { amount, number, unitWord } = formats()

  /** `filled`: the part of the quantity now that counts toward the maximum. */
  const cellOf = (
    places: readonly Place[],
    own: Pick<SlotCell, 'id' | 'number' | 'product' | 'label' | 'detail' | 'step' | 'cap'> & {
      filled: number
      max: number | null
      shortage: number
    },
  ): SlotCell => {
    const { filled, max, shortage, ...cell } = own
    const lines = restockLines(restock, places)
    const quantity = totalOf(lines)
    const isFull = lines.length > 0 && lines.every(({ full }) => full)
    const after = isFull && lines.length === places.length && max !== null ? max : filled + quantity
    const [first] = places
    const unit = first ? unitAt(first) : 'PIECE'
    const hint = isFull
      ? t('recordedAsFull')
      : quantity > shortage && shortage > 0
        ? t('moreThanMissing', { missing: number(shortage) })
        : undefined
    const missing = max === null ? t('noMaximum') : shortage > 0 ? t('missing', { amount: amount(shortage, unit) }) : t('full')
    return {
      ...cell,
      detail: [missing, cell.detail].filter(Boolean).join(' · '),
      places,
      quantity,
      unit: unitWord(unit),
      dragFrom: lines.length > 0 ? quantity : shortage,
      level: { now: filled, after, max },
      figures: max === null ? amount(after, unit) : common('stockBar.of', { current: amount(after, unit), max: amount(max, unit) }),
      mark: lines.length > 0 ? t('board.added', { amount: amount(quantity, unit) }) : null,
      isDone: isFull,
      tap: max === null ? null : { label: common('quantity.maxOf', { label: cell.label }), short: common('quantity.max'), isOn: isFull },
      hint,
    }
  }

  const ofPlace = (place: Place): SlotCell =>
    cellOf([place], {
      id: String(place.productInstallationId),
      number: place.slotNumber,
      product: place.product,
      label:
        place.slotNumber === null
          ? t('quantityOfProduct', { product: place.product.name })
          : t('quantityOf', { slot: place.slotNumber, product: place.product.name }),
      step: place.slotId === null ? CANISTER_STEP : 1,
      cap: capOf(place, isStale),
      filled: place.currentQuantity,
      max: place.maxQuantity,
      shortage: place.currentShortage,
    })

  const ofProduct = (group: ProductPlaces): SlotCell => {
    const hasMaximum = group.places.some(({ maxQuantity }) => maxQuantity !== null)
    const isCanister = group.places.every(({ slotId }) => slotId === null)
    const cell = cellOf(group.places, {
      id: `product ${group.product.id}`,
      number: null,
      product: group.product,
      label: t('quantityOfProduct', { product: group.product.name }),
      detail: isCanister
        ? undefined
        : t('slots', { count: group.places.length, numbers: group.places.map(({ slotNumber }) => slotNumber).join(', ') }),
      step: isCanister ? CANISTER_STEP : 1,
      cap: capOfAll(group.places, isStale),
      filled: hasMaximum ? group.filledQuantity : group.currentQuantity,
      max: hasMaximum ? group.maxQuantity : null,
      shortage: group.currentShortage,
    })
    // A product is ticked like an item of a list, and counts as ticked as soon as one of its slots has a quantity.
    return isCanister || !cell.tap
      ? cell
      : { ...cell, tap: { ...cell.tap, label: t('choose', { product: group.product.name }), isOn: cell.mark !== null } }
  }

  return { ofPlace, ofProduct }
}
