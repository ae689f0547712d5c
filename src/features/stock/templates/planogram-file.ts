import i18n from 'i18next'
import { formats } from '#app/data/formats.ts'
import { base64Of } from '#app/data/imports.ts'
import { answered, NotAnswered, TIMEOUT } from '#app/data/server-requests.ts'
import { letPageRespond, saveFile } from '#app/ui/save-file.ts'
import * as contract from '#contract/imports.ts'
import type { ProductCard } from '#contract/products.ts'
import type { TemplateSlot } from '#contract/templates.ts'
import type { SheetRow, WorkbookHead } from '#documents/workbook.js'
import { MAX_CALL_BYTES } from '#domain/imports.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import { call } from '#offline/api-client.ts'

const TYPES = { csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const
export type PlanogramFormat = keyof typeof TYPES

type Saved = { name: string; slots: readonly TemplateSlot[]; products: readonly ProductCard[] }

/** Saves a planogram as a table that can be imported again; works without a network. */
export async function savePlanogram(format: PlanogramFormat, { name, slots, products }: Saved): Promise<void> {
  const { currency, decimals } = formats()
  const word = (key: string) => i18n.t(`slots:sheet.${key}`)
  const head: WorkbookHead = {
    name,
    decimals,
    columns: [
      { head: word('slot'), kind: 'text', width: 12 },
      { head: word('product'), kind: 'text', width: 36 },
      { head: `${word('price')} (${currency})`, kind: 'amount', width: 16 },
      { head: word('maximum'), kind: 'whole', width: 12 },
    ],
  }
  const nameOf = namesIn(products)
  const rows = slots.map(
    ({ slotNumber, productId, vendPrice, maxQuantity }): SheetRow => [slotNumber, nameOf(productId), vendPrice, maxQuantity],
  )
  const content = format === 'xlsx' ? await xlsx(rows, head) : await csv(rows, head)
  saveFile(new File([content], `${name}.${format}`, { type: TYPES[format] }))
}

const xlsx = async (rows: SheetRow[], head: WorkbookHead) => (await import('#documents/xlsx.ts')).xlsxOf(rows, head, letPageRespond)

async function csv(rows: SheetRow[], head: WorkbookHead): Promise<string> {
  const { csvLines } = await import('#documents/csv.ts')
  const lines = csvLines(head, i18n.language)
  return [lines.head, ...rows.map(lines.lineOf)].join('')
}

/** A product by its name, or by its article number if another has the same name, because an import finds it by either. */
function namesIn(products: readonly ProductCard[]) {
  const byId = new Map(products.map((product) => [product.id, product]))
  const counts = new Map<string, number>()
  for (const { name } of products) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1)
  return (id: number | null) => {
    const product = id === null ? undefined : byId.get(id)
    return product ? (counts.get(product.name.toLowerCase()) === 1 ? product.name : product.sku) : null
  }
}

/** Reads the slots of a file. Nothing is stored. */
export async function readPlanogram({ file, type }: { file: File; type: MachineType }): Promise<contract.PlanogramFile> {
  if (file.size > MAX_CALL_BYTES) throw new NotAnswered({ state: 'refused', status: 413, code: 'IMPORT_UNREADABLE' })
  return answered(call(contract.readPlanogram, { body: { content: await base64Of(file), type } }, TIMEOUT))
}
