import { ActionIcon, Button, NativeSelect, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useAsking } from '#app/components/use-asking.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
import type { Answer } from '#offline/sync-calls.ts'
import classes from './MachineCards.module.css'
import { TitledCard } from './TitledCard.tsx'

type Item = { id: string; name: string }
type Props = {
  title: string
  /** The assigned items; undefined while loading and after a failure. */
  assigned: readonly Item[] | undefined
  error: unknown
  choices: readonly Item[]
  picker: string
  none: string
  add(id: string): Promise<Answer<unknown>>
  remove(id: string): Promise<Answer<unknown>>
  onChange(): void
  children?: ReactNode
}

/** Assigned items of a machine, with a select to add one and buttons to remove them. */
export function AssignedCard({ title, assigned, error, choices, picker, none, add, remove, onChange, children }: Props) {
  const { t } = useTranslation('machines')
  const why = useWhyNot()
  const [chosen, setChosen] = useState('')
  const { isBusy, trouble, ask } = useAsking()
  const free = choices.filter(({ id }) => !assigned?.some((item) => item.id === id))
  const choice = free.find(({ id }) => id === chosen)

  const change = async (asked: () => Promise<Answer<unknown>>) => {
    if ((await ask(asked)) === null) return
    setChosen('')
    onChange()
  }
  return (
    <TitledCard title={title}>
      {!assigned || assigned.length === 0 ? (
        <Text c="dimmed">{assigned ? none : error ? why(error).text : '…'}</Text>
      ) : (
        <ul className={classes.rows}>
          {assigned.map(({ id, name }) => (
            <li key={id} className={classes.row}>
              <span>{name}</span>
              <ActionIcon
                variant="subtle"
                color="red"
                size="xl"
                aria-label={t('remove', { name })}
                disabled={isBusy}
                onClick={() => void change(() => remove(id))}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.pickers}>
        <NativeSelect
          label={picker}
          value={chosen}
          onChange={({ currentTarget: { value } }) => setChosen(value)}
          data={[{ value: '', label: t('choose') }, ...free.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <Button loading={isBusy} disabled={!choice} onClick={() => choice && void change(() => add(choice.id))}>
          {t('add')}
        </Button>
      </div>
      {children}
      <ErrorText text={trouble} />
    </TitledCard>
  )
}
