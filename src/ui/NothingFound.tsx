import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './EmptyState.tsx'

type Props = {
  title: string
  /** The words of the button; without filters beside the search it clears the search. */
  action?: string
  onShowAll(): void
}

/** A list in which a search or a filter matches nothing, with a button that shows everything. */
export function NothingFound({ title, action, onShowAll }: Props) {
  const { t } = useTranslation()
  return <EmptyState icon={<IconSearchOff />} title={title} action={<Button onClick={onShowAll}>{action ?? t('clearSearch')}</Button>} />
}
