import { Button } from '@mantine/core'
import { IconRefresh, IconScan } from '@tabler/icons-react'
import { createFileRoute, Link, redirect, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { open } from '#app/data/device.ts'
import { machineBefore } from '#app/data/issues.ts'
import { signedIn } from '#app/data/session.ts'
import { beginVisit } from '#app/data/visit.ts'
import { waysOf } from '#app/data/ways.ts'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import type { Account } from '#contract/account.ts'
import { ReportIssue } from './ReportIssue.tsx'
import { ScanOutcome } from './ScanOutcome.tsx'
import styles from './StickerScreen.module.css'
import { findScanned, type Scanned } from './stickers.queries.ts'

/** Opened by the phone's camera: redirects to the machine's shortages, or shows why not. Without a sign-in it is the page for customers. */
export const Route = createFileRoute('/m/$token')({
  beforeLoad: async () => {
    const account = await signedIn()
    if (account) await open(account)
    return { account }
  },
  loader: async ({ context: { account }, params }) => {
    if (!account) return { account, stood: await machineBefore(params.token) }
    const found = await findScanned(params.token)
    if (found.state === 'found') {
      beginVisit(found.machine.id, 'STICKER')
      throw redirect({ ...waysOf(account).visit(found.machine.id), replace: true })
    }
    return { account, miss: found }
  },
  component: StickerScreen,
})

function StickerScreen() {
  const { token } = Route.useParams()
  const loaded = Route.useLoaderData()
  return loaded.account ? <Missed account={loaded.account} miss={loaded.miss} /> : <ReportIssue token={token} stood={loaded.stood} />
}

function Missed({ account, miss }: { account: Account; miss: Exclude<Scanned, { state: 'found' }> }) {
  const { t } = useTranslation('scan')
  const router = useRouter()
  const { machines } = waysOf(account)
  return (
    <main className={styles.page}>
      <PageHeader title={t('sticker.title')} />
      <ScanOutcome
        miss={miss}
        machines={machines}
        again={
          miss.state === 'unreachable' || miss.state === 'failed' ? (
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
