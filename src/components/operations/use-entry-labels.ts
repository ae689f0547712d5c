import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { Known } from '#app/data/outbox-view.ts'
import type { ProductCard } from '#contract/products.ts'
import { type Description, type Field, type Line, sumOf } from './description.ts'

const stopText = ({ mark }: Description) =>
  mark === 'SKIPPED' || mark === 'DONE' || mark === 'PLANNED' ? (`does.stop${mark}` as const) : 'does.stopMoved'

/** Describes operations: what they do, to what, and how much. */
export function useEntryLabels(known: Known) {
  const { t } = useTranslation('outbox')
  const { t: common } = useTranslation()
  const machineOf = ({ machine }: Description) => machine ?? t('machineGone')

  const titleOf = (description: Description): string => {
    const machine = machineOf(description)
    switch (description.kind) {
      case 'restock': {
        const { quantity, places } = sumOf(description)
        const isPieces = description.lines.every((line) => line.kind === 'added' && line.unit === 'PIECE')
        return isPieces ? t('does.restock', { count: quantity, machine }) : t('does.fill', { count: places, machine })
      }
      case 'count':
        return t(`does.${description.reason ?? 'ADJUST'}`, { count: description.lines.length, machine })
      case 'edit':
        return t('does.edit', { count: description.lines.length, machine })
      case 'undo':
        return description.undoes ? t('does.undo', { what: titleOf(description.undoes) }) : t('does.undoUnknown', { machine })
      case 'withdrawal':
        return t('does.withdrawal', { machine })
      case 'audit':
        return t('does.audit', { machine })
      case 'problem':
        return t('does.problem', { machine, cause: t(`problems:cause.${description.cause ?? 'OTHER'}`) })
      case 'proposal':
        return t('does.proposal', { machine })
      case 'stop':
        return t(stopText(description), { machine })
      case 'round':
        return t(description.mark === 'FINISHED' ? 'does.roundFINISHED' : 'does.roundSTARTED', { machine })
      case 'van':
        return t(`does.van${description.change ?? 'COUNT'}`, { count: description.lines.length })
      case 'handOver':
        return t('does.handOver', { count: description.lines.length })
      case 'note':
        return t(description.note ? 'does.note' : 'does.noteGone', { machine })
      case 'unknown':
        return t('does.unknown', { machine })
    }
  }

  const productOf = (product: ProductCard | null): string => {
    if (!product) return t('productGone')
    const isCounted = product.volumeType === 'PIECE'
    if (isCounted && product.volume === 1) return product.name
    const amount = formats().amount(product.volume, product.volumeType)
    return t('product', { name: product.name, volume: isCounted ? common('volume.pcs', { amount }) : amount })
  }

  const placeOf = ({ slotNumber, product }: Pick<Line, 'slotNumber' | 'product'>): string => {
    if (!product && slotNumber === null) return t('placeGone')
    return slotNumber === null
      ? productOf(product)
      : t('slotWith', { slot: slotNumber, product: product ? productOf(product) : t('noProduct') })
  }

  const valueText = (field: Field, value: number | null | undefined): string => {
    if (value === null || value === undefined) return t('nothing')
    if (field === 'productId') return productOf(known.product(value))
    return field === 'vendPrice' ? formats().money(value) : formats().number(value)
  }

  const figureOf = (line: Line): string => {
    switch (line.kind) {
      case 'added':
        return t(line.isFull ? 'figure.addedFull' : 'figure.added', { amount: formats().exactAmount(line.quantity, line.unit) })
      case 'counted':
        return line.before === null
          ? formats().exactAmount(line.quantity, line.unit)
          : t('figure.counted', {
              before: formats().exactAmount(line.before, line.unit),
              amount: formats().exactAmount(line.quantity, line.unit),
            })
      case 'edited':
        return line.changes
          .map(({ field, from, to }) =>
            t(from === undefined ? 'figure.set' : 'figure.changed', {
              field: t(`field.${field}`),
              from: valueText(field, from),
              to: valueText(field, to),
            }),
          )
          .join('; ')
    }
  }

  return { titleOf, placeOf, productOf, figureOf, valueText, machineOf }
}
