import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { formats } from '#app/data/formats.ts'
import type { Known } from '#app/data/outbox-view.ts'
import { fromIso } from '#domain/time.ts'
import { useEntryLabels } from './use-entry-labels.ts'

const Warning = v.object({
  code: v.string(),
  productInstallationId: v.optional(v.number()),
  slotId: v.optional(v.number()),
  slotNumber: v.optional(v.nullable(v.string())),
  mine: v.optional(v.nullable(v.number())),
  theirs: v.optional(v.nullable(v.number())),
  by: v.optional(v.string()),
  at: v.optional(v.string()),
})

/** Describes the warnings of an operation that counts, in a sentence about the machine. */
export function useWarningLabels(known: Known) {
  const { t } = useTranslation('outbox')
  const words = useEntryLabels(known)
  const { clock } = formats()
  return (machineId: number, raw: { code: string }): string => {
    const read = v.safeParse(Warning, raw)
    if (!read.success) return t('warning.UNKNOWN', { code: raw.code })
    const { code, productInstallationId, slotId, slotNumber, mine, theirs, by, at } = read.output
    const place = productInstallationId === undefined ? null : known.place(machineId, productInstallationId)
    const now = slotNumber ? known.slotNamed(machineId, slotNumber) : null
    if (code === 'CLOSED_INSTALLATION' && slotNumber && now)
      return t(place?.product ? 'warning.CLOSED_INSTALLATION_FOR' : 'warning.CLOSED_INSTALLATION_SLOT', {
        slot: slotNumber,
        product: now.product ? words.productOf(now.product) : t('noProduct'),
        was: place?.product ? words.productOf(place.product) : '',
      })
    if (code === 'CLOSED_INSTALLATION' && slotNumber && place?.product)
      return t('warning.CLOSED_INSTALLATION_WAS', { slot: slotNumber, was: words.productOf(place.product) })
    if (code === 'MAXIMUM_OVERRIDDEN' && slotId !== undefined)
      return t('warning.MAXIMUM_OVERRIDDEN', {
        slot: known.slot(machineId, slotId)?.slotNumber ?? t('conflict.unknownSlot'),
        mine: mine == null ? t('nothing') : formats().number(mine),
        theirs: theirs == null ? t('nothing') : formats().number(theirs),
      })
    return t([`warning.${code}`, 'warning.UNKNOWN'], {
      code,
      place: place ? words.placeOf(place) : t('placeGone'),
      by,
      at: at ? clock(fromIso(at)) : '',
    })
  }
}
