import * as v from 'valibot'
import { paperFontFor } from '#documents/fonts.ts'
import { type SlotSheet, slotSheet } from '#documents/slot-sheet.ts'
import type { SlotSheetRow } from '#documents/slot-sheet-row.ts'
import { type Formats, formatsOf } from '#domain/formats.ts'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { toDecimal } from '#domain/money.ts'
import { shortageOf } from '#domain/stock/shortage.ts'
import { fontsFor } from '../../files/paper-fonts.ts'
import type { PrintedFile } from '../../files/signed-files.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { AppContext } from '../../http/request-context.ts'
import { intlLocaleOf, languageOf, wordsOf } from '../../languages.ts'
import { type PrintedPlace, printedCanisters, printedMachine, printedSlots } from './slot-sheet.store.ts'

const word = v.pipe(v.string(), v.minLength(1))
const Words = v.object({
  sheet: v.object({ slot: word, product: word, price: word, maximum: word, quantity: word, missing: word, page: word, ingredients: word }),
})

/** The slots of a machine as a printable PDF, in the language of a locale: with its formats if it has a region, else with those of the company. */
export async function printSlots(ctx: AppContext, company: CompanyId, machine: MachineId, locale: string): Promise<PrintedFile | Refusal> {
  const found = await ctx.database.withTenant(
    company,
    async (db) => {
      const about = await printedMachine(db, company, machine)
      return about && { about, slots: await printedSlots(db, company, machine), canisters: await printedCanisters(db, company, machine) }
    },
    { snapshot: true },
  )
  if (!found) return refuse('NOT_FOUND')
  const { about, slots, canisters } = found
  const now = ctx.now()
  const language = languageOf(locale)
  // A language alone names no format of numbers, so that they have that of the company.
  const formats = formatsOf({ ...about, locale: locale.includes('-') ? intlLocaleOf(locale) : intlLocaleOf(about.locale), language })
  const write = writerFor(formats, about.currency)
  const sheet: SlotSheet = {
    title: about.name,
    subtitle: [about.company, about.address].filter(Boolean).join(' · '),
    printedAt: formats.dateTime(now),
    printedAtMs: now,
    labels: wordsOf(language, 'slots', Words).sheet,
    rows: slots.map(write),
    ingredients: canisters.map(write),
  }
  const script = paperFontFor(language, [sheet.title, sheet.subtitle, ...[...slots, ...canisters].map(({ product }) => product ?? '')])
  return { name: `${about.name}.pdf`, type: 'application/pdf', content: Buffer.from(slotSheet(sheet, await fontsFor(script))) }
}

/** Formats a line; fields that do not apply are blank. */
function writerFor({ money, number, exactAmount }: Formats, currency: string) {
  return ({ slotNumber, product, volumeType, vendPriceMinor, maxQuantity, currentQuantity }: PrintedPlace): SlotSheetRow => {
    // A slot is measured in pieces regardless of their volume, a canister in its ingredient's unit.
    const write = slotNumber === null ? (value: number) => exactAmount(value, volumeType ?? 'PIECE') : number
    const quantity = (value: number | null) => (value === null ? '' : write(value))
    return {
      slotNumber: slotNumber ?? '',
      product: product ?? '',
      price: vendPriceMinor === null ? '' : money(toDecimal(vendPriceMinor, currency)),
      maxQuantity: quantity(maxQuantity),
      currentQuantity: quantity(currentQuantity),
      missing: quantity(currentQuantity === null || maxQuantity === null ? null : shortageOf(currentQuantity, maxQuantity)),
    }
  }
}
