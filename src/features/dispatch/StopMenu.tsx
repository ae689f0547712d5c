import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCheckbox, IconDotsVertical, IconTrash, IconUserShare } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Stop } from '#contract/rounds.ts'
import type { Piece } from './use-board.ts'
import { MOVE_KEYS, useBoardContent, useMoveKeys } from './use-stop-actions.ts'

type Props = {
  piece: Piece
  stop: Stop
  person: string
  /** Counts from 0. */
  index: number
  count: number
}

/** Everything that dragging can do, and the tasks of a stop. */
export const StopMenu = memo(function StopMenu({ piece, stop, person, index, count }: Props) {
  const { t } = useTranslation('dispatch')
  const { move, people, editTasks } = useBoardContent()
  const { target, onKeyDown } = useMoveKeys(piece, index)
  const { machineId, machine, tasks } = stop
  const { from } = piece
  const remove = () => {
    const card = target.current?.closest('li')
    const beside = card?.nextElementSibling ?? card?.previousElementSibling
    move(piece, null, null)
    beside?.querySelector('button')?.focus()
  }
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <ActionIcon
          ref={target}
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('menuOf', { number: index + 1, machine: machine.name, person })}
          aria-keyshortcuts={MOVE_KEYS}
          onKeyDown={onKeyDown}
        >
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          mih={44}
          leftSection={<IconCheckbox size={18} aria-hidden />}
          onClick={() => from !== null && editTasks({ round: from, machineId, name: machine.name, tasks })}
        >
          {t('editTasks')}
        </Menu.Item>
        {index > 0 && (
          <Menu.Item mih={44} leftSection={<IconArrowUp size={18} aria-hidden />} onClick={() => move(piece, from, index - 1)}>
            {t('up')}
          </Menu.Item>
        )}
        {index < count - 1 && (
          <Menu.Item mih={44} leftSection={<IconArrowDown size={18} aria-hidden />} onClick={() => move(piece, from, index + 1)}>
            {t('down')}
          </Menu.Item>
        )}
        {people
          .filter(({ round }) => round !== from)
          .map(({ round, name }) => (
            <Menu.Item key={round} mih={44} leftSection={<IconUserShare size={18} aria-hidden />} onClick={() => move(piece, round, null)}>
              {t('moveTo', { person: name })}
            </Menu.Item>
          ))}
        <Menu.Item mih={44} color="red" leftSection={<IconTrash size={18} aria-hidden />} onClick={remove}>
          {t('remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
})
