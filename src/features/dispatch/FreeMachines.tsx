import { useDraggable, useDroppable } from '@dnd-kit/core'
import { ActionIcon, Menu, Text, TextInput, Title } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { needsBadge, StateBadge } from '#app/components/StateBadge.tsx'
import { useWhyNotWords } from '#app/components/use-reason-words.ts'
import { WhyVisit } from '#app/components/WhyVisit.tsx'
import type { Ahead } from '#app/data/ahead.ts'
import { formats } from '#app/data/formats.ts'
import { matches, worstFirst } from '#app/data/machines.ts'
import type { Machine } from '#contract/machines.ts'
import type { Reason, Round } from '#contract/rounds.ts'
import type { MachineId } from '#domain/ids.ts'
import classes from './Board.module.css'
import { leftOutOf } from './dispatch.queries.ts'
import type { Piece } from './use-board.ts'
import { MOVE_KEYS, useBoardContent, useMoveKeys } from './use-stop-actions.ts'

const SHOWN = 30

type Props = {
  day: string
  rounds: readonly Round[]
  machines: readonly Machine[]
  outlook: ReadonlyMap<MachineId, Ahead> | undefined
  /** The dragged machine would be removed from its round. */
  isTarget: boolean
}

/** Machines that need a visit and are on no round, the highest loss first. A search finds the others too. */
export function FreeMachines({ day, rounds, machines, outlook, isTarget }: Props) {
  const { t } = useTranslation('dispatch')
  const { setNodeRef } = useDroppable({ id: 'none' })
  const [query, setQuery] = useState('')
  const worst = useMemo(() => worstFirst(machines, outlook ?? new Map()), [machines, outlook])
  const { data: leftOut } = useQuery(leftOutOf(day))
  const planned = new Set(rounds.flatMap(({ stops }) => stops.map(({ machineId }) => machineId)))
  const needed = worst.filter(({ id }) => !planned.has(id))
  const found = query.trim() === '' ? needed : machines.filter((machine) => !planned.has(machine.id) && matches(machine, query))
  return (
    <section
      ref={setNodeRef}
      className={classes.column}
      aria-labelledby="free-machines"
      data-column="none"
      data-over={isTarget || undefined}
    >
      <header className={classes.head}>
        <Title order={2} size="h3" id="free-machines" className={classes.person}>
          {t('free.title', { count: needed.length })}
        </Title>
        <TextInput
          type="search"
          size="md"
          aria-label={t('free.search')}
          placeholder={t('free.find')}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={query}
          maxLength={200}
          onChange={({ currentTarget: { value } }) => setQuery(value)}
        />
      </header>
      <ul className={classes.stops} aria-labelledby="free-machines">
        {found.slice(0, SHOWN).map((machine) => (
          <FreeCard key={machine.id} machine={machine} loss={outlook?.get(machine.id)?.loss ?? null} whyNot={leftOut?.get(machine.id)} />
        ))}
        {found.length === 0 && <li className={classes.hint}>{t(query.trim() === '' ? 'free.none' : 'free.notFound')}</li>}
        {found.length > SHOWN && <li className={classes.hint}>{t('free.more', { count: found.length - SHOWN })}</li>}
      </ul>
    </section>
  )
}

const FreeCard = memo(function FreeCard({ machine, loss, whyNot }: { machine: Machine; loss: number | null; whyNot: Reason | undefined }) {
  const { t } = useTranslation('dispatch')
  const { money } = formats()
  const whyNotWords = useWhyNotWords()
  const { id, name, address, lat, lng } = machine
  const piece = useMemo<Piece>(
    () => ({ machineId: id, machine: { name, address, lat, lng }, tasks: ['RESTOCK'], from: null }),
    [id, name, address, lat, lng],
  )
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: String(id), data: { piece } })
  return (
    <li ref={setNodeRef} className={classes.card} data-card={id} data-dragging={isDragging || undefined} {...listeners}>
      <div className={classes.face}>
        <Link to="/dashboard/machines/$machineId" params={{ machineId: String(id) }} className={classes.name} draggable={false}>
          {name}
        </Link>
        {needsBadge(machine) && (
          <div>
            <StateBadge state={machine.state} alerts={machine.alerts} />
          </div>
        )}
        <Text span size="sm">
          <WhyVisit machine={machine} />
        </Text>
        {whyNot && <span className={classes.note}>{whyNotWords(whyNot)}</span>}
        {loss !== null && loss > 0 && <span className={classes.saves}>{t('free.loses', { amount: money(loss) })}</span>}
      </div>
      <AddMenu piece={piece} />
    </li>
  )
})

/** Adds a machine to the end of a round. Separate, so that a drag, which renders every card again, does not render it. */
const AddMenu = memo(function AddMenu({ piece }: { piece: Piece }) {
  const { t } = useTranslation('dispatch')
  const { people, move } = useBoardContent()
  const { target, onKeyDown } = useMoveKeys(piece, 0)
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon
          ref={target}
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('free.add', { machine: piece.machine.name })}
          aria-keyshortcuts={MOVE_KEYS}
          onKeyDown={onKeyDown}
        >
          <IconPlus size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t(people.length === 0 ? 'free.noRounds' : 'free.addTo')}</Menu.Label>
        {people.map((person) => (
          <Menu.Item key={person.round} mih={44} onClick={() => move(piece, person.round, null)}>
            {person.letter} · {person.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
})
