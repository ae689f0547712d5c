import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PdfButton } from '#app/components/PdfButton.tsx'
import { catalogue, machineSlots } from '#app/data/slots.ts'
import type { MachineStock } from '#app/data/stock.ts'
import { slotSheetFile } from './slot-sheet.ts'

/** The slots of a machine as a PDF, online or offline. */
export function ExportSlotsButton({ stock: { machine, places } }: { stock: MachineStock }) {
  const { t, i18n } = useTranslation('stock')
  const client = useQueryClient()

  const create = async () => {
    const [slots, products] = await Promise.all([client.fetchQuery(machineSlots(machine.id)), client.fetchQuery(catalogue())])
    const word = (name: string) => t(`sheet.${name}`, { ns: 'slots' })
    const labels = {
      slot: word('slot'),
      product: word('product'),
      price: word('price'),
      maximum: word('maximum'),
      quantity: word('quantity'),
      missing: word('missing'),
      page: word('page'),
      ingredients: word('ingredients'),
    }
    return slotSheetFile({
      machine,
      slots: slots ?? [],
      places,
      products: new Map(products.map((product) => [product.id, product])),
      labels,
      language: i18n.language,
    })
  }
  return <PdfButton label={t('exportPdf')} create={create} />
}
