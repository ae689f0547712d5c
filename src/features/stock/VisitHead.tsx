import { ActionIcon, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { MachineMenu } from '#app/components/MachineMenu.tsx'
import { StateBadge } from '#app/components/StateBadge.tsx'
import { useDraft } from '#app/components/use-draft.ts'
import { formats } from '#app/data/formats.ts'
import { machine as machineQuery } from '#app/data/machines.ts'
import type { MachineStock } from '#app/data/stock.ts'
import { fillOfPlaces } from '#domain/stock/fill.ts'
import { type Restock, restockLines } from './restock.ts'
import type { StockArea } from './stock-area.ts'
import classes from './VisitHead.module.css'

/** The head of a visit, which stays in sight: the machine, its state, how full it is with what was typed, and an action. */
export function VisitHead({ stock, area, children }: { stock: MachineStock; area: StockArea; children: ReactNode }) {
  const { t } = useTranslation('stock')
  const { t: common } = useTranslation()
  const { number, percentage } = formats()
  const { machine, places } = stock
  const { data: known } = useQuery(machineQuery(machine.id))
  const { value: restock } = useDraft(machine.id, 'restock', RestockDraft, NO_RESTOCK)
  useEffect(() => {
    document.title = common('windowTitle', { page: machine.name })
  }, [common, machine.name])
  const typed = new Map(restockLines(restock, places).map((line) => [line.place, line]))
  const { filled, capacity, share } = fillOfPlaces(
    machine.type,
    places.map((place) => {
      const line = typed.get(place)
      const quantity = line?.full ? (place.maxQuantity ?? place.currentQuantity) : place.currentQuantity + (line?.quantity ?? 0)
      return { ...place, currentQuantity: quantity }
    }),
  )
  const words =
    share === null
      ? null
      : machine.type === 'COFFEE'
        ? percentage(share)
        : common('stockBar.of', { current: number(filled), max: number(capacity) })
  return (
    <header className={classes.head}>
      <ActionIcon
        variant="subtle"
        size={56}
        className={classes.back}
        aria-label={t(area.isRound ? 'day:close.back' : 'backToMachines')}
        renderRoot={(props) => <Link {...area.list} {...props} />}
      >
        <IconArrowLeft size={24} aria-hidden />
      </ActionIcon>
      <div className={classes.words}>
        <Title order={1} className={classes.name} title={machine.name}>
          {machine.name}
        </Title>
        <div className={classes.state}>
          <StateBadge state={machine.state} alerts={known?.alerts} isShort />
          {words !== null && (
            <span className={classes.progress} data-figures>
              {words}
            </span>
          )}
        </div>
      </div>
      {children}
      <MachineMenu machine={machine} about={area.about(machine.id)} />
      <span
        role="progressbar"
        aria-label={common('stockBar.label')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round((share ?? 0) * 100)}
        aria-valuetext={words ?? undefined}
        className={classes.track}
      >
        <span className={classes.fill} style={{ width: `${(share ?? 0) * 100}%` }} />
      </span>
    </header>
  )
}

/** The restock typed for a machine, as drafts keep it. */
export const RestockDraft = v.record(v.string(), v.object({ quantity: v.number(), full: v.boolean(), bestBefore: v.optional(v.string()) }))
export const NO_RESTOCK: Restock = {}
