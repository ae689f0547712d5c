import { Button, Select, Text, Title } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { machineList } from '#app/data/machines.ts'
import { Card } from '#app/ui/Card.tsx'
import type { MachineCard } from '#contract/machines.ts'
import type { Product } from '#contract/products.ts'
import type { SlotCopy } from '#contract/slots.ts'
import { CopySlotsDialog } from './CopySlotsDialog.tsx'
import { previewCopy } from './planogram.queries.ts'
import classes from './SlotsPanel.module.css'

type Props = { machine: MachineCard; products: readonly Product[]; hasChanges: boolean }

/** Copies the settings of another machine after a preview. */
export function CopySlotsCard({ machine, products, hasChanges }: Props) {
  const { t } = useTranslation('stock')
  const { data: known } = useQuery(machineList())
  const machines = known ?? []
  const [sourceId, setSourceId] = useState<number | null>(null)
  const [copy, setCopy] = useState<SlotCopy | null>(null)
  const preview = useServerMutation(previewCopy(machine.id))
  const source = machines.find(({ id }) => id === sourceId)
  const others = machines.filter(({ id, type }) => id !== machine.id && type === machine.type)
  const look = () => {
    if (sourceId !== null) preview.mutate(sourceId, { onSuccess: setCopy, onError: () => setCopy(null) })
  }
  return (
    <Card aria-label={t('copy.title')} className={classes.form}>
      <Title order={2} size="h3">
        {t('copy.title')}
      </Title>
      <Select
        label={t('copy.source')}
        searchable
        // A list that loads while the user types would close.
        disabled={!known}
        limit={100}
        nothingFoundMessage={t('copy.noMachine')}
        data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={sourceId === null ? null : String(sourceId)}
        onChange={(value) => setSourceId(value === null ? null : Number(value))}
      />
      <Button
        variant="default"
        size="md"
        leftSection={<IconCopy size={18} aria-hidden />}
        loading={preview.isPending}
        disabled={!source || hasChanges}
        onClick={look}
      >
        {t('copy.look')}
      </Button>
      {hasChanges && (
        <Text size="sm" c="dimmed">
          {t('copy.saveFirst')}
        </Text>
      )}
      <ErrorText text={preview.errorText} />
      {source && (
        <CopySlotsDialog
          machine={machine}
          source={source}
          products={products}
          copy={copy}
          onLookAgain={look}
          onClose={() => setCopy(null)}
        />
      )}
    </Card>
  )
}
