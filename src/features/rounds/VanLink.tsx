import { IconTruck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ownVan } from '#app/data/van.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'

/** Leads to the van of the user, with the number of products in it; nothing for a user without one. */
export function VanLink() {
  const { t } = useTranslation('vans')
  const { data: own } = useQuery(ownVan())
  if (!own) return null
  const count = own.goods.filter(({ quantity }) => quantity > 0).length
  return (
    <LinkButton to="/dashboard/serviceman/van" variant="default" size="md" leftSection={<IconTruck size={20} aria-hidden />}>
      {count === 0 ? t('link.empty', { van: own.van.name }) : t('link.contains', { van: own.van.name, count })}
    </LinkButton>
  )
}
