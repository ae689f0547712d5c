import { Modal, Stack, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MachineTypeIcon } from '#app/components/MachineTypeIcon.tsx'
import { matches } from '#app/data/machines.ts'
import { SearchBox } from '#app/ui/SearchBox.tsx'
import type { Machine } from '#contract/machines.ts'
import type { Round } from '#contract/rounds.ts'
import classes from './Rounds.module.css'
import { useStopMarks } from './use-stop-marks.ts'

type Props = { round: Round; machines: readonly Machine[]; opened: boolean; onClose(): void }

/** Adds one of the user's machines that is not on the round, after all others. */
export function AddMachine({ opened, onClose, ...props }: Props) {
  const { t } = useTranslation('day')
  const { t: common } = useTranslation()
  return (
    <Modal opened={opened} onClose={onClose} title={t('add')} closeButtonProps={{ 'aria-label': common('close') }}>
      {opened && <Picker onClose={onClose} {...props} />}
    </Modal>
  )
}

/** More of them are found by typing. */
const SHOWN = 50

function Picker({ round, machines, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('day')
  const { add } = useStopMarks(round)
  const [query, setQuery] = useState('')
  const there = new Set(round.stops.map(({ machineId }) => machineId))
  const found = machines.filter((machine) => !there.has(machine.id) && matches(machine, query))
  return (
    <Stack gap="sm">
      <SearchBox label={t('search')} value={query} onSearch={setQuery} />
      {found.length === 0 && <Text c="dimmed">{t('noneFound')}</Text>}
      <ul className={classes.stops}>
        {found.slice(0, SHOWN).map((machine) => (
          <li key={machine.id} className={classes.row}>
            <UnstyledButton
              className={classes.link}
              onClick={() => {
                onClose()
                void add(machine)
              }}
            >
              <MachineTypeIcon type={machine.type} size={24} />
              <span className={classes.words}>
                <span className={classes.name}>{machine.name}</span>
                <span className={classes.dimmed}>{machine.address}</span>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {found.length > SHOWN && <Text c="dimmed">{t('dispatch:free.more', { count: found.length - SHOWN })}</Text>}
    </Stack>
  )
}
