import { Button, Loader, Text } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Scanner } from '#app/components/scan/Scanner.tsx'
import { getSession } from '#app/data/device.ts'
import { beginVisit } from '#app/data/visit.ts'
import { waysOf } from '#app/data/ways.ts'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { FindMachine } from './FindMachine.tsx'
import { type Miss, ScanOutcome } from './ScanOutcome.tsx'
import styles from './ScanScreen.module.css'
import { findScanned } from './stickers.queries.ts'

export const Route = createFileRoute('/_signed-in/scan')({ component: ScanScreen })

type Step = { at: 'looking' } | { at: 'asking' } | { at: 'missed'; miss: Miss }

/** Opens the shortages of a scanned machine without a tap; by name or code without the camera. */
function ScanScreen() {
  const { t } = useTranslation('scan')
  const navigate = Route.useNavigate()
  const [step, setStep] = useState<Step>({ at: 'looking' })
  const ways = waysOf(getSession().account)
  const open = (machineId: number) => void navigate({ ...ways.visit(machineId), replace: true })

  const find = async (text: string, isScanned: boolean) => {
    setStep({ at: 'asking' })
    const found = await findScanned(text)
    if (found.state !== 'found') {
      setStep({ at: 'missed', miss: isScanned && found.state === 'not-a-sticker' ? { state: 'no-address' } : found })
      return
    }
    if (isScanned) {
      beginVisit(found.machine.id, 'SCAN')
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60)
    }
    open(found.machine.id)
  }

  return (
    <div className={styles.page}>
      <PageHeader title={t('title')} />
      {step.at === 'missed' ? (
        <ScanOutcome
          miss={step.miss}
          machines={ways.machines}
          again={
            <Button size="md" mih={48} leftSection={<IconScan size={18} aria-hidden />} onClick={() => setStep({ at: 'looking' })}>
              {t('outcome.again')}
            </Button>
          }
        />
      ) : (
        <div className={styles.camera}>
          <Scanner isPaused={step.at === 'asking'} onCode={(text) => void find(text, true)} />
          {step.at === 'asking' && (
            <div className={styles.asking} role="status">
              <Loader size="sm" aria-hidden />
              <Text>{t('looking')}</Text>
            </div>
          )}
        </div>
      )}
      <FindMachine onMachine={open} onCode={(text) => void find(text, false)} />
    </div>
  )
}
