import { byName } from '#app/data/by-name.ts'
import { getSession } from '#app/data/device.ts'
import { paperFonts } from '#app/data/paper-fonts.ts'
import type { Slot } from '#app/data/slots.ts'
import type { Place } from '#app/data/stock.ts'
import type { Account } from '#contract/account.ts'
import type { MachineCard } from '#contract/machines.ts'
import type { ProductCard } from '#contract/products.ts'
import { exportSlots } from '#contract/slots.ts'
import { paperFontFor } from '#documents/fonts.ts'
import type { SlotSheet } from '#documents/slot-sheet.ts'
import type { SlotSheetRow } from '#documents/slot-sheet-row.ts'
import { type Formats, formatsOf } from '#domain/formats.ts'
import type { MachineId, ProductId } from '#domain/ids.ts'
import { slotOrder } from '#domain/slots/slot.ts'
import { SECOND } from '#domain/time.ts'
import { call, download } from '#offline/api-client.ts'

/** A machine as shown on this device, with the stock of its slots. */
type SheetContent = {
  machine: MachineCard
  slots: readonly Slot[]
  places: readonly Place[]
  products: ReadonlyMap<ProductId, ProductCard>
  labels: SlotSheet['labels']
  /** The language of the app. */
  language: string
}

/**
 * The slots of a machine as a PDF. The server creates it if it is reachable and has all operations of this user; otherwise this device
 * creates the same from local data. Null if the required fonts are not on this device.
 */
export async function slotSheetFile(content: SheetContent): Promise<File | null> {
  const name = `${content.machine.name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim() || 'slots'}.pdf`
  const pdf = ((await hasOwnWork(content.machine.id)) ? null : await sheetFromServer(content)) ?? (await sheetOfDevice(content))
  return pdf && new File([pdf], name, { type: 'application/pdf' })
}

const hasOwnWork = async (machineId: MachineId) => (await getSession().db.outbox.where('machineId').equals(machineId).count()) > 0

async function sheetFromServer({ machine, language }: SheetContent): Promise<Blob | null> {
  const answer = await call(exportSlots, { params: { id: String(machine.id) }, query: { locale: language } }, { timeoutMs: 5 * SECOND })
  if (answer.state !== 'answered') return null
  const file = await download(answer.value.url, 'application/pdf', 10 * SECOND)
  return file.state === 'answered' ? file.value : null
}

async function sheetOfDevice(content: SheetContent): Promise<ArrayBuffer | null> {
  const { slotSheet } = await import('#documents/slot-sheet.ts')
  const sheet = sheetOf(content, getSession().account, Date.now())
  const script = paperFontFor(content.language, [
    sheet.title,
    sheet.subtitle,
    ...[...sheet.rows, ...(sheet.ingredients ?? [])].map(({ product }) => product),
  ])
  const fonts = await paperFonts(script)
  return fonts && slotSheet(sheet, fonts)
}

/** The content of the document, the same as on the server. */
export function sheetOf(
  { machine, slots, places, products, labels, language }: SheetContent,
  account: Pick<Account, 'locale' | 'currency' | 'timezone' | 'companyName'>,
  now: number,
): SlotSheet {
  const formats = formatsOf({ ...account, language })
  const write = writerFor(formats)
  const stock = new Map(places.map((place) => [place.productInstallationId, place]))
  return {
    title: machine.name,
    subtitle: [account.companyName, machine.address].filter(Boolean).join(' · '),
    printedAt: formats.dateTime(now),
    printedAtMs: now,
    labels,
    rows: slots
      .toSorted((a, b) => slotOrder(a.slotNumber, b.slotNumber))
      .map((slot) => {
        const place = slot.productInstallationId === null ? undefined : stock.get(slot.productInstallationId)
        const product = slot.productId === null ? undefined : products.get(slot.productId)
        return write({ ...slot, product, currentQuantity: place?.currentQuantity ?? null, currentShortage: place?.currentShortage ?? null })
      }),
    ingredients: places
      .filter(({ slotId }) => slotId === null)
      .toSorted((a, b) => byName(a.product, b.product))
      .map((place) => write({ ...place, slotNumber: null, vendPrice: null })),
  }
}

type Printed = {
  slotNumber: string | null
  product: ProductCard | undefined
  vendPrice: number | null
  maxQuantity: number | null
  currentQuantity: number | null
  currentShortage: number | null
}

function writerFor({ money, number, exactAmount }: Formats) {
  return ({ slotNumber, product, vendPrice, maxQuantity, currentQuantity, currentShortage }: Printed): SlotSheetRow => {
    // A slot holds pieces, whatever each of them contains; a canister is measured in its ingredient's own unit.
    const write = slotNumber === null ? (value: number) => exactAmount(value, product?.volumeType ?? 'PIECE') : number
    const quantity = (value: number | null) => (value === null ? '' : write(value))
    return {
      slotNumber: slotNumber ?? '',
      product: product?.name ?? '',
      price: vendPrice === null ? '' : money(vendPrice),
      maxQuantity: quantity(maxQuantity),
      currentQuantity: quantity(currentQuantity),
      missing: quantity(maxQuantity === null ? null : currentShortage),
    }
  }
}
