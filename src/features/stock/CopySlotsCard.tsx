import { Button, Text, Title } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { PlanogramSourceSelect, usePlanogramSources } from '#app/components/planogram/PlanogramSource.tsx'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import type { Slot } from '#app/data/slots.ts'
import { Card } from '#app/ui/Card.tsx'
import type { MachineCard } from '#contract/machines.ts'
import type { Product } from '#contract/products.ts'
import type { SlotCopy } from '#contract/slots.ts'
import { CopySlotsDialog } from './CopySlotsDialog.tsx'
import { type CopySource, previewCopy } from './planogram.queries.ts'
import classes from './SlotsPanel.module.css'
import { MachineTemplate } from './templates/MachineTemplate.tsx'
import { PlanogramFiles } from './templates/PlanogramFiles.tsx'

type Props = { machine: MachineCard; slots: readonly Slot[]; products: readonly Product[]; hasChanges: boolean }

/** Copies the planogram of a template, another machine or a file after a preview; saves it as a template or a file. */
export function CopySlotsCard({ machine, slots, products, hasChanges }: Props) {
  const { t } = useTranslation('stock')
  const all = usePlanogramSources()
  const sources = new Map([...all].filter(([key, { type }]) => type === machine.type && key !== `machine:${machine.id}`))
  const [chosen, setChosen] = useState('')
  const [source, setSource] = useState<CopySource | null>(null)
  const [copy, setCopy] = useState<SlotCopy | null>(null)
  const preview = useServerMutation(previewCopy(machine.id))
  const look = (from: CopySource | null | undefined) => {
    if (!from) return
    setSource(from)
    preview.mutate(from, { onSuccess: setCopy, onError: () => setCopy(null) })
  }
  return (
    <Card aria-label={t('copy.title')} className={classes.form}>
      <Title order={2} size="h3">
        {t('copy.title')}
      </Title>
      <MachineTemplate machine={machine} hasSlots={slots.length > 0} isBusy={hasChanges || preview.isPending} onCompare={look} />
      <PlanogramSourceSelect label={t('copy.source')} sources={sources} value={chosen} onChange={setChosen} />
      <Button
        variant="default"
        size="md"
        leftSection={<IconCopy size={18} aria-hidden />}
        loading={preview.isPending}
        disabled={!sources.has(chosen) || hasChanges}
        onClick={() => look(sources.get(chosen))}
      >
        {t('copy.look')}
      </Button>
      <PlanogramFiles
        name={machine.name}
        type={machine.type}
        slots={slots}
        products={products}
        isDisabled={hasChanges}
        onRead={(file, name) => look({ kind: 'file', slots: file.slots, name })}
      />
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
          onLookAgain={() => look(source)}
          onClose={() => setCopy(null)}
        />
      )}
    </Card>
  )
}
