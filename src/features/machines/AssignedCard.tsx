import { ActionIcon, Button, Select, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { UseMutationOptions } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '#app/components/ErrorText.tsx'
import { useServerMutation } from '#app/components/use-server-mutation.ts'
import { useWhyNot } from '#app/components/use-why-not.ts'
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
  /** Their input is an id. */
  add: UseMutationOptions<unknown, Error, string>
  remove: UseMutationOptions<unknown, Error, string>
  children?: ReactNode
}

/** Assigned items of a machine, with a select to add one and buttons to remove them. */
export function AssignedCard({ title, assigned, error, choices, picker, none, add, remove, children }: Props) {
  const { t } = useTranslation('machines')
  const why = useWhyNot()
  const [chosen, setChosen] = useState<string | null>(null)
  const select = useRef<HTMLInputElement>(null)
  const adding = useServerMutation(add)
  const removing = useServerMutation(remove)
  const isPending = adding.isPending || removing.isPending
  const free = choices.filter(({ id }) => !assigned?.some((item) => item.id === id))
  const choice = free.find(({ id }) => id === chosen)

  const change = (mutation: typeof adding, other: typeof adding, id: string) => {
    other.reset()
    mutation.mutate(id, {
      onSuccess: () => {
        setChosen(null)
        // The button that was pressed disappears with its row, or is disabled without a choice.
        select.current?.focus()
      },
    })
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
                disabled={isPending}
                onClick={() => change(removing, adding, id)}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.pickers}>
        <Select
          ref={select}
          label={picker}
          placeholder={t('choose')}
          value={choice?.id ?? null}
          onChange={setChosen}
          data={free.map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          nothingFoundMessage={t('reports:nothingFound')}
        />
        <Button loading={isPending} disabled={!choice} onClick={() => choice && change(adding, removing, choice.id)}>
          {t('add')}
        </Button>
      </div>
      {children && <div className={classes.below}>{children}</div>}
      <ErrorText text={adding.errorText ?? removing.errorText} />
    </TitledCard>
  )
}
