import { Button, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { byName } from '#app/data/by-name.ts'
import { machineList } from '#app/data/machines.ts'
import { linkedMachines } from '#app/data/templates.ts'
import { Card } from '#app/ui/Card.tsx'
import { MAX_PREVIEWED_MACHINES, type Template } from '#contract/templates.ts'
import panel from '../SlotsPanel.module.css'
import classes from './Templates.module.css'

/** The machines that were set up from a template, those that differ from it first. */
export function TemplateMachines({ template: { id } }: { template: Template }) {
  const { t } = useTranslation('templates')
  const navigate = useNavigate()
  const { data: links } = useQuery(linkedMachines({ template: id }))
  const { data: machines } = useQuery(machineList())
  if (!links || links.length === 0) return null
  const nameOf = new Map(machines?.map((machine) => [machine.id, machine.name]))
  const sorted = links
    .map((link) => ({ ...link, name: nameOf.get(link.machineId) ?? String(link.machineId) }))
    .toSorted((a, b) => b.differing - a.differing || byName(a, b))
  // One preview shows a limited number; after it, the next ones are the first that differ.
  const previewed = sorted
    .filter((link) => link.differing > 0)
    .slice(0, MAX_PREVIEWED_MACHINES)
    .map(({ machineId }) => machineId)
  return (
    <Card aria-label={t('machines')} className={panel.form}>
      <Title order={2} size="h3">
        {t('linked', { n: links.length })}
      </Title>
      <ul className={classes.list}>
        {sorted.map((link) => (
          <li key={link.machineId}>
            <Link to="/dashboard/machines/$machineId" params={{ machineId: String(link.machineId) }} className={classes.link}>
              {link.name}
            </Link>
            <Text size="sm" c={link.differing > 0 ? undefined : 'dimmed'}>
              {link.differing > 0 ? t('machine.differs', { count: link.differing }) : t('machine.same')}
            </Text>
          </li>
        ))}
      </ul>
      {previewed.length > 0 && (
        <Button
          variant="light"
          size="md"
          onClick={() =>
            void navigate({
              to: '/dashboard/planograms',
              search: { template: id, machines: previewed },
            })
          }
        >
          {t('apply.toDiffering', { n: previewed.length })}
        </Button>
      )}
    </Card>
  )
}
