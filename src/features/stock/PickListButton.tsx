import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Until } from '#app/data/missing.ts'
import { saveFile } from '#app/ui/save-file.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'
import type { ProductId } from '#domain/ids.ts'
import { lacking, pickListFile } from './pick-list.ts'
import { usePickLabels } from './use-pick-labels.ts'

type Props = { picked: ReadonlyMap<ProductId, number>; until: Until; label: string; variant?: 'subtle' | 'filled' }

/** The pick list by machine, as a PDF, online or offline. */
export function PickListButton({ picked, until, label, variant = 'subtle' }: Props) {
  const { t } = useTranslation('stock')
  const words = usePickLabels()
  const client = useQueryClient()
  const [isMaking, setMaking] = useState(false)
  const make = async () => {
    const known = await client.fetchQuery(lacking(until))
    return pickListFile(picked, known, words)
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
