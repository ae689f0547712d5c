import { Button } from '@mantine/core'
import { IconRefresh, IconScan } from '@tabler/icons-react'
import { createFileRoute, Link, redirect, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { open } from '#app/data/device.ts'
import { signedIn } from '#app/data/session.ts'
import { findScanned } from '#app/data/stickers.ts'
import { waysOf } from '#app/data/ways.ts'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ScanOutcome } from './ScanOutcome.tsx'
import styles from './StickerScreen.module.css'

/** What the phone's own camera opens: straight on to what the machine lacks, or a word on why not. */
export const Route = createFileRoute('/m/$token')({
  beforeLoad: async ({ location }) => {
    const account = await signedIn()
    if (!account) throw redirect({ to: '/login', search: { next: location.href }, replace: true })
    await open(account)
    return { account }
  },
  loader: async ({ context: { account }, params }) => {
    const found = await findScanned(params.token)
    if (found.state === 'found') throw redirect({ ...waysOf(account).visit(found.machine.id), replace: true })
    return { miss: found }
  },
  component: StickerScreen,
})

function StickerScreen() {
  const { t } = useTranslation('scan')
  const router = useRouter()
  const { miss } = Route.useLoaderData()
  const { machines } = waysOf(Route.useRouteContext().account)
  return (
    <main className={styles.page}>
      <PageHeader title={t('sticker.title')} />
      <ScanOutcome
        miss={miss}
        machines={machines}
        again={
          miss.state === 'unreachable' ? (
            <Button size="md" mih={48} leftSection={<IconRefresh size={18} aria-hidden />} onClick={() => void router.invalidate()}>
              {t('trouble.again')}
            </Button>
          ) : (
            <Button
              size="md"
              mih={48}
              leftSection={<IconScan size={18} aria-hidden />}
              renderRoot={(props) => <Link to="/scan" {...props} />}
            >
              {t('outcome.again')}
            </Button>
          )
        }
      />
    </main>
  )
}
