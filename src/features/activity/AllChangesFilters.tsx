import { Button, Chip, Group, Select } from '@mantine/core'
import { IconCalendarEvent, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { MachineSelect } from '#app/components/MachineFilters.tsx'
import { MoreFilters } from '#app/components/MoreFilters.tsx'
import { PeriodFilter } from '#app/components/PeriodFilter.tsx'
import { Card } from '#app/ui/Card.tsx'
import chipRow from '#app/ui/chip-row.module.css'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import layout from '#app/ui/list-page.module.css'
import type { AuditEntry } from '#contract/audit.ts'
import type { Machine } from '#contract/machines.ts'
import { AUDIT_KINDS } from '#domain/audit.ts'
import { people } from './audit.queries.ts'
import type { AllChangesSearch } from './changes-search.ts'
import { nameIn } from './use-audit-labels.ts'

type Props = {
  search: AllChangesSearch
  machines: readonly Machine[]
  /** They contain the number of the slot. */
  rows: readonly AuditEntry[]
  onNarrow(next: Partial<AllChangesSearch>): void
}

/** Filters the changes by person, machine, time and kind. */
export function AllChangesFilters({ search, machines, rows, onNarrow }: Props) {
  const { t } = useTranslation('auditLog')
  const { data: persons = [] } = useQuery(people())
  const { kind, person, machine, slot } = search
  const slotNumber = slot === undefined ? undefined : rows.map((row) => nameIn(row, 'slot', slot)).find((name) => name !== undefined)
  return (
    <Card aria-label={t('transactions:filters')}>
      <div className={layout.filters}>
        <Select
          label={t('person')}
          placeholder={t('everybody')}
          data={persons.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={person === undefined ? null : String(person)}
          onChange={(chosen) => onNarrow({ person: chosen === null ? undefined : Number(chosen) })}
          searchable
          clearable
          nothingFoundMessage={t('reports:nothingFound')}
          clearButtonProps={{ 'aria-label': t('everybody') }}
        />
        <MoreFilters areSet={machine !== undefined || search.period !== undefined || search.from !== undefined}>
          <MachineSelect machines={machines} value={machine} onChange={(next) => onNarrow({ machine: next, slot: undefined })} />
          <PeriodFilter search={search} onChange={onNarrow} />
        </MoreFilters>
        {person !== undefined && (
          <LinkButton
            to="/dashboard/more/day-sheet"
            search={{ person }}
            variant="light"
            leftSection={<IconCalendarEvent size={18} aria-hidden />}
          >
            {t('sheet.title')}
          </LinkButton>
        )}
      </div>
      <Group gap="xs" mt="sm" role="group" className={chipRow.chips ?? ''} aria-label={t('kindOf')}>
        <Chip size="md" checked={kind === undefined} onChange={() => onNarrow({ kind: undefined })}>
          {t('all')}
        </Chip>
        {AUDIT_KINDS.map((name) => (
          <Chip key={name} size="md" checked={kind === name} onChange={(checked) => onNarrow({ kind: checked ? name : undefined })}>
            {t(`kind.${name}`)}
          </Chip>
        ))}
        {slot !== undefined && (
          <Button
            variant="light"
            size="compact-md"
            radius="xl"
            mih={32}
            rightSection={<IconX size={16} aria-hidden />}
            aria-label={t('removeSlot')}
            onClick={() => onNarrow({ slot: undefined })}
          >
            {slotNumber === undefined ? t('numbered', { number: slot }) : t('onlySlot', { number: slotNumber })}
          </Button>
        )}
      </Group>
    </Card>
  )
}
