import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Lacking, pickListFile } from '#app/data/pick-list.ts'
import { saveFile } from '#app/ui/save-file.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { ProductId } from '#domain/ids.ts'
import { usePickLabels } from './use-pick-labels.ts'

/** `known`: the shortages of the machines, read when the list is created. */
type Props = { picked: ReadonlyMap<ProductId, number>; known(): Promise<Lacking>; label: string; variant?: 'subtle' | 'filled' | 'default' }

/** The pick list by machine, as a PDF, online or offline. */
export function PickListButton({ picked, known, label, variant = 'subtle' }: Props) {
  const { t } = useTranslation('stock')
  const words = usePickLabels()
  const [isMaking, setMaking] = useState(false)
  const make = async () => pickListFile(picked, await known(), words)
  const run = async () => {
    setMaking(true)
    const file = await make().catch(() => null)
    setMaking(false)
    if (!file) return toastError(t('ERROR_DURING_OPERATION'))
    saveFile(file)
    toastSuccess(t('PDF_SAVED'))
  }
  return (
    <Button
      variant={variant}
      size="md"
      loading={isMaking}
      disabled={picked.size === 0}
      leftSection={<IconFileTypePdf size={20} aria-hidden />}
      onClick={() => void run()}
    >
      {label}
    </Button>
  )
}
