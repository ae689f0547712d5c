import { Button, Menu, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useKeyedMutation } from '#app/components/use-server-mutation.ts'
import type { Round } from '#contract/rounds.ts'
import { addRound, people } from './dispatch.queries.ts'

type Props = { day: string; rounds: readonly Round[]; isPrimary?: boolean }

/** Adds a draft for a person without a round on this day. */
export function AddRound({ day, rounds, isPrimary = false }: Props) {
  const { t } = useTranslation('dispatch')
  const { data: persons = [], error } = useQuery(people())
  const add = useKeyedMutation(addRound)
  const free = persons.filter(({ id }) => !rounds.some(({ user }) => user.id === id))
  return (
    <div>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button
            size="md"
            variant={isPrimary ? 'filled' : 'default'}
            leftSection={<IconPlus size={18} aria-hidden />}
            loading={add.isPending}
          >
            {t('addRound')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="60dvh" style={{ overflowY: 'auto' }}>
          {free.map(({ id, name }) => (
            <Menu.Item key={id} mih={44} onClick={() => add.mutate({ date: day, userId: id })}>
              {name}
            </Menu.Item>
          ))}
          {free.length === 0 && <Menu.Label>{error ? t('common:whyNot.offline.title') : t('allHaveRounds')}</Menu.Label>}
        </Menu.Dropdown>
      </Menu>
      {add.errorText && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {add.errorText}
        </Text>
      )}
    </div>
  )
}
