import { Button, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#app/ui/Card.tsx'
import { askToKeep, type Keeping, storageKeeping } from './storage.ts'

/** Whether the browser keeps the stored data, and a button to request it. */
export function StorageState() {
  const { t } = useTranslation('install')
  const [keeping, setKeeping] = useState<Keeping | null>(null)
  const [isRefused, setIsRefused] = useState(false)
  useEffect(() => {
    void storageKeeping().then(setKeeping)
  }, [])
  const ask = async () => {
    const answer = await askToKeep()
    setKeeping(answer)
    setIsRefused(answer !== 'kept')
  }
  return (
    <Card>
      <Title order={2} size="h4" mb="xs">
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
