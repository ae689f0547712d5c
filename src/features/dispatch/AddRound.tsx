import { Button, Menu, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import { formats } from '#app/data/formats.ts'
import { machineList } from '#app/data/machines.ts'
import type { Round } from '#contract/rounds.ts'
import classes from './Board.module.css'
import { addRound, people, roundsBefore } from './dispatch.queries.ts'
import { earlierRounds } from './earlier-rounds.ts'

type Props = { day: string; rounds: readonly Round[]; isPrimary?: boolean }

/** Adds a draft for a person without a round on this day: an empty one, or the stops of an earlier week. */
export function AddRound({ day, rounds, isPrimary = false }: Props) {
  const { t } = useTranslation('dispatch')
  const { data: persons = [], error } = useQuery(people())
  const add = useKeyedMutation(addRound)
  // The round of a lost response arrives with the next update of the day.
  const isAdded = rounds.some(({ user }) => user.id === add.variables?.userId)
  const free = persons.filter(({ id }) => !rounds.some(({ user }) => user.id === id))
  const [isOpen, setOpen] = useState(false)
  const { data: machines = [] } = useQuery(machineList())
  const { data: before = [] } = useQuery({ ...roundsBefore(day), enabled: isOpen })
  const earlier = earlierRounds(before, day, (machine) => machines.some(({ id }) => id === machine)).filter(({ userId }) =>
    free.some(({ id }) => id === userId),
  )
  return (
    <div>
      <Menu position="bottom-end" width={280} opened={isOpen} onChange={setOpen}>
        <Menu.Target>
          <Button
            size="md"
            className={classes.headAction ?? ''}
            variant={isPrimary ? 'filled' : 'default'}
            leftSection={<IconPlus size={18} aria-hidden />}
            loading={add.isPending}
          >
            {t('addRound')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {free.map(({ id, name }) => (
            <Menu.Item key={id} mih={44} onClick={() => add.mutate({ date: day, userId: id, stops: [] })}>
              {name}
            </Menu.Item>
          ))}
          {earlier.length > 0 && <Menu.Label>{t('asBefore')}</Menu.Label>}
          {earlier.map(({ userId, name, date, stops }) => (
            <Menu.Item key={userId} mih={44} onClick={() => add.mutate({ date: day, userId, stops })}>
              {name}
              <Text size="sm" c="dimmed">
                {formats().namedDay(date)} · {t('stops', { count: stops.length })}
              </Text>
            </Menu.Item>
          ))}
          {free.length === 0 && <Menu.Label>{error ? t('common:whyNot.offline.title') : t('allHaveRounds')}</Menu.Label>}
        </Menu.Dropdown>
      </Menu>
      {add.errorText && !isAdded && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {add.errorText}
        </Text>
      )}
    </div>
  )
}
