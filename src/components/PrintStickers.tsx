import { Alert, Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stickerSheetOf } from '#app/data/sticker-sheet.ts'
import iconOnPhone from '#app/ui/icon-on-phone.module.css'
import { saveFile } from '#app/ui/save-file.ts'
import type { Machine } from '#contract/machines.ts'

type Step = 'ready' | 'printing' | 'font-missing' | 'failed'

type Props = {
  machines: readonly Pick<Machine, 'name' | 'token'>[]
  /** Its label is hidden on a phone. */
  isIconOnPhone?: boolean
}

/** A button that creates a PDF with the stickers of these machines, ten per page, and saves it; works without a network. */
export function PrintStickers({ machines, isIconOnPhone = false }: Props) {
  const { t, i18n } = useTranslation('stickers')
  const [step, setStep] = useState<Step>('ready')
  if (machines.length === 0) return null

  const print = async () => {
    setStep('printing')
    try {
      const sheet = await stickerSheetOf(machines, { scan: t('sticker.scan'), hint: t('sticker.hint') }, i18n.language)
      if (sheet.state === 'made') saveFile(new File([sheet.pdf], `${t('fileName')}.pdf`, { type: 'application/pdf' }))
      setStep(sheet.state === 'made' ? 'ready' : 'font-missing')
    } catch (error) {
      console.error(error)
      setStep('failed')
    }
  }
  return (
    <div>
      <Button
        variant="default"
        classNames={isIconOnPhone ? iconOnPhone : {}}
        leftSection={<IconPrinter size={18} aria-hidden />}
        loading={step === 'printing'}
        onClick={() => void print()}
      >
        {t('print', { count: machines.length })}
      </Button>
      {(step === 'font-missing' || step === 'failed') && (
        <Alert mt="xs" color="red" role="alert">
          {t(step === 'failed' ? 'failed' : 'fontMissing')}
        </Alert>
      )}
    </div>
  )
}
