import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '#app/ui/save-file.ts'
import { toastError, toastSuccess } from '#app/ui/toasts.ts'

type Props = { label: string; create(): Promise<File | null>; variant?: 'subtle' | 'filled' | 'default'; disabled?: boolean }

/** Creates a PDF on this device and saves it. */
export function PdfButton({ label, create, variant = 'subtle', disabled = false }: Props) {
  const { t } = useTranslation('stock')
  const [isCreating, setCreating] = useState(false)
  const save = async () => {
    setCreating(true)
    const file = await create().catch(() => null)
    setCreating(false)
    if (!file) return toastError(t('ERROR_DURING_OPERATION'))
    saveFile(file)
    toastSuccess(t('PDF_SAVED'))
  }
  return (
    <Button
      variant={variant}
      size="md"
      loading={isCreating}
      disabled={disabled}
      leftSection={<IconFileTypePdf size={20} aria-hidden />}
      onClick={() => void save()}
    >
      {label}
    </Button>
  )
}
