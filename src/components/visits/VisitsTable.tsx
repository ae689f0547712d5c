import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PhotoGallery } from '#app/components/photos/PhotoGallery.tsx'
import { formats } from '#app/data/formats.ts'
import { type Column, Table } from '#app/ui/table/Table.tsx'
import type { Visit } from '#contract/visits.ts'
import type { MachineId } from '#domain/ids.ts'
import { PHOTO_PHASES } from '#domain/rounds/round.ts'
import { fromIso } from '#domain/time.ts'
import { useVisitLabels } from './use-visit-labels.ts'
import { VisitDialog } from './VisitDialog.tsx'
import classes from './VisitsTable.module.css'

type Props = {
  rows: readonly Visit[]
  isFading?: boolean
  /** The page already shows the machine. */
  isOfMachine?: boolean
}

/** The most thumbnails of a visit in a table; its details show all of them. */
const THUMBNAILS = 4

/** The first photos before and after the work. */
function Thumbnails({ machine, photos }: { machine: MachineId; photos: Visit['photos'] }) {
  const { t } = useTranslation('visits')
  const { time } = formats()
  const shown = PHOTO_PHASES.flatMap((phase) => photos.filter((photo) => photo.phase === phase).slice(0, THUMBNAILS / 2))
  return (
    <PhotoGallery
      machine={machine}
      photos={shown.map(({ id, phase, at }) => ({ id, caption: `${t(`photo.phase.${phase}`)}, ${time(fromIso(at))}` }))}
      label={t('photo.ofVisit')}
      isSmall
    />
  )
}

/** Visits; each opens what was recorded in it. */
export function VisitsTable({ rows, isFading = false, isOfMachine = false }: Props) {
  const { t } = useTranslation('visits')
  const { number } = formats()
  const labels = useVisitLabels()
  const figure = (value: number) => (value === 0 ? '–' : number(value))
  // By its id, so that it shows photos that arrive meanwhile.
  const [openId, setOpenId] = useState<string | null>(null)
  const open = rows.find(({ id }) => id === openId) ?? null
  const columns: Column<Visit>[] = [
    { key: 'when', label: t('column.when'), className: classes.unbroken, cell: (visit) => labels.when(visit) },
    ...(isOfMachine
      ? []
      : [
          {
            key: 'machine',
            label: t('column.machine'),
            cell: ({ machine: { id, name } }: Visit) => (
              <Anchor renderRoot={(props) => <Link to="/dashboard/machines/$machineId" params={{ machineId: String(id) }} {...props} />}>
                {name}
              </Anchor>
            ),
          },
        ]),
    { key: 'who', label: t('column.who'), cell: ({ user }) => user?.name ?? '–' },
    { key: 'length', label: t('column.length'), className: classes.unbroken, cell: (visit) => labels.length(visit) },
    { key: 'start', label: t('column.start'), cell: (visit) => labels.start(visit) || '–' },
    { key: 'added', label: t('column.added'), isNumber: true, cell: (visit) => labels.added(visit) },
    { key: 'removed', label: t('column.removed'), isNumber: true, cell: ({ removed }) => figure(removed) },
    { key: 'cash', label: t('column.cash'), isNumber: true, cell: (visit) => labels.cash(visit) || '–' },
    {
      key: 'photos',
      label: t('column.photos'),
      isNumber: !isOfMachine,
      cell: ({ machine, photos }) =>
        isOfMachine && photos.length > 0 ? <Thumbnails machine={machine.id} photos={photos} /> : figure(photos.length),
    },
    {
      key: 'details',
      label: '',
      className: classes.unbroken,
      cell: (visit) => (
        <Button
          variant="subtle"
          size="compact-md"
          mih={44}
          miw={88}
          aria-label={t('detailsOf', { machine: visit.machine.name, when: labels.when(visit) })}
          onClick={() => setOpenId(visit.id)}
        >
          {t('details')}
        </Button>
      ),
    },
  ]
  return (
    <>
      <Table
        label={t('title')}
        {...(isOfMachine ? {} : { name: 'visits' })}
        isComplete={false}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        isFading={isFading}
      />
      <VisitDialog visit={open} onClose={() => setOpenId(null)} />
    </>
  )
}
