import { Button, Group, Paper, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { leaveSample, sample } from '#app/data/sample.ts'
import { type Goal, SwitchDialog } from '../SwitchDialog.tsx'
import { RemoveSample } from './RemoveSample.tsx'

/** Marks every page of a sample company, with the way back and the removal. It cannot be hidden. */
export function SampleBanner() {
  const { t } = useTranslation('sample')
  const { data } = useQuery(sample())
  const [goal, setGoal] = useState<Goal | null>(null)
  const name = data?.company
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return (
    <Paper
      component="aside"
      aria-label={t('company')}
      bg="var(--mantine-color-yellow-light)"
      c="var(--mantine-color-yellow-light-color)"
      p="sm"
      mb="md"
    >
      <Group gap="xs">
        <Group gap="xs" wrap="nowrap" flex="1 1 16rem">
          <IconFlask size={20} aria-hidden />
          <Text size="sm">{isNarrow || !name ? t('bannerShort') : t('banner', { company: name })}</Text>
        </Group>
        <Button
          size="md"
          px="xs"
          fz="sm"
          variant="default"
          onClick={() => setGoal({ id: getSession().account.companyId, name: name ?? t('backShort') })}
        >
          {isNarrow || !name ? t('backShort') : t('back', { company: name })}
        </Button>
        <RemoveSample />
      </Group>
      <SwitchDialog goal={goal} by={leaveSample} onClose={() => setGoal(null)} />
    </Paper>
  )
}
