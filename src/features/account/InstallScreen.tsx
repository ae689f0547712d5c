import { Alert, Button, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconBolt, IconCircleCheck, IconDownload, IconShieldCheck, IconWifiOff } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { install, useWay, type Way } from '#app/data/installation.ts'
import { Card } from '#app/ui/Card.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { InstallPicture } from './InstallPicture.tsx'
import styles from './InstallScreen.module.css'
export const Route = createFileRoute('/_signed-in/install')({ component: InstallScreen })

const REASONS = [
  ['open', IconBolt],
  ['offline', IconWifiOff],
  ['safe', IconShieldCheck],
] as const

/** Why and how to install the app, with instructions for this device. */
function InstallScreen() {
  const { t } = useTranslation('install')
  const way = useWay()
  return (
    <div className={styles.page}>
      <PageHeader title={t('title')} />
      <ul className={styles.reasons}>
        {REASONS.map(([reason, Icon]) => (
          <li key={reason}>
            <Icon size={22} aria-hidden />
            <Text>{t(`why.${reason}`)}</Text>
          </li>
        ))}
      </ul>
      <Card>
        <How way={way} />
      </Card>
      {(way === 'iphone' || way === 'iphone-other-browser') && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('sevenDays.title')}>
          {t('sevenDays.help')}
        </Alert>
      )}
      <StorageState />
    </div>
  )
}

function How({ way }: { way: Way }) {
  const { t } = useTranslation('install')
  if (way === 'installed') {
    return (
      <div className={styles.done}>
        <IconCircleCheck size={36} aria-hidden />
        <Title order={2}>{t('done.title')}</Title>
        <Text c="dimmed">{t('done.help')}</Text>
      </div>
    )
  }
  if (way === 'offered') {
    return (
      <div className={styles.done}>
        <Title order={2}>{t('offered.title')}</Title>
        <Text c="dimmed">{t('offered.help')}</Text>
        <Button size="lg" leftSection={<IconDownload size={20} aria-hidden />} onClick={() => void install()}>
          {t('install')}
        </Button>
      </div>
    )
  }
  return (
    <>
      <Title order={2} mb="md">
        {t(`${way}.title`)}
      </Title>
      <ol className={styles.steps}>
        {([1, 2, 3] as const).map((number) => (
          <li key={number} className={styles.step}>
            <InstallPicture way={way} step={number} />
            <div>
              <Text size="sm" fw={600} c="dimmed">
                {t('step', { number })}
              </Text>
              <Text>{t(`${way}.step${number}`)}</Text>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Whether the browser keeps the stored data, and a button to request it. */
function StorageState() {
  const { t } = useTranslation('install')
  const [keeping, setKeeping] = useState<Keeping | null>(null)
  const [isRefused, setIsRefused] = useState(false)
  useEffect(() => {
    void storageKeeping().then(setKeeping)
  }, [])
  const ask = async () => {
    const answer = await requestPersistence()
    setKeeping(answer)
    setIsRefused(answer !== 'kept')
  }
  return (
    <Card>
      <Title order={2} mb="xs">
        {t('storage.title')}
      </Title>
      <Text mih="1.55em">{keeping && t(`storage.${keeping}`)}</Text>
      {keeping === 'may-be-cleared' && (
        <Button mt="md" size="md" mih={48} variant="light" onClick={() => void ask()}>
          {t('storage.ask')}
        </Button>
      )}
      <Text mt="xs" c="dimmed" role="status">
        {isRefused && t('storage.refused')}
      </Text>
    </Card>
  )
}

/** Whether the browser keeps the stored data: always, until it needs the space, or unknown. */
type Keeping = 'kept' | 'may-be-cleared' | 'unknown'

async function storageKeeping(): Promise<Keeping> {
  if (!navigator.storage?.persisted) return 'unknown'
  return (await navigator.storage.persisted()) ? 'kept' : 'may-be-cleared'
}

/** Requests persistent storage; the browser decides by its own rules, most often in favour of an installed app. */
async function requestPersistence(): Promise<Keeping> {
  await navigator.storage?.persist?.()
  return storageKeeping()
}
