import { Button, Group, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { openSample, sample } from '#app/data/sample.ts'
import { type Goal, SwitchDialog } from '../SwitchDialog.tsx'
import { RemoveSample } from './RemoveSample.tsx'

/** Offers the sample company of the user's own company: opens it, and removes it if it exists. */
export function SampleOffer() {
  const { t } = useTranslation('sample')
  const { number } = formats()
  const { data } = useQuery(sample())
  const [goal, setGoal] = useState<Goal | null>(null)
  const { account } = getSession()
  if (account.isSample) return null
  const contents = data?.contents
  return (
    <div>
      <Text fw={600}>{t('title')}</Text>
      <Text c="dimmed" maw="42rem" mb="sm">
        {contents
          ? t('textExists', {
              machines: number(contents.machines),
              products: number(contents.products),
              sales: number(contents.sales),
              company: account.companyName,
            })
          : t('text', { company: account.companyName })}
      </Text>
      <Group gap="sm">
        <Button
          size="md"
          variant="light"
          leftSection={<IconFlask size={18} aria-hidden />}
          onClick={() => setGoal({ id: account.companyId, name: t('company') })}
        >
          {t('open')}
        </Button>
        <RemoveSample />
      </Group>
      <SwitchDialog goal={goal} by={openSample} onClose={() => setGoal(null)} note={contents ? undefined : t('creating')} />
    </div>
  )
}
