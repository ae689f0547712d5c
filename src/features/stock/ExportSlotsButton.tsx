import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { catalogue, machineSlots } from '#app/data/slots.ts'
import type { MachineStock } from '#app/data/stock.ts'
import { saveFile } from '#app/ui/save-file.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import { slotSheetFile } from './slot-sheet.ts'

/** The slots of a machine as a PDF, online or offline. */
export function ExportSlotsButton({ stock: { machine, places } }: { stock: MachineStock }) {
  const { t, i18n } = useTranslation('stock')
  const client = useQueryClient()
  const [isMaking, setMaking] = useState(false)

  const make = async () => {
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
  const run = async () => {
    setMaking(true)
    const file = await make().catch(() => null)
    setMaking(false)
    if (!file) return toastError(t('ERROR_DURING_OPERATION'))
    saveFile(file)
    toastSuccess(t('PDF_SAVED'))
  }
  return (
    <Button variant="subtle" size="md" loading={isMaking} leftSection={<IconFileTypePdf size={20} aria-hidden />} onClick={run}>
      {t('exportPdf')}
    </Button>
  )
}
