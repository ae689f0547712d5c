import { IconBook2, IconFileText, IconLifebuoy, IconShieldLock } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ListedPlace } from '#app/components/PlaceList.tsx'

/** Links to help and to the terms. */
export const supportPlaces = (t: TFunction<'settings'>, email: string | null): ListedPlace[] => [
  { words: t('place.instructions'), to: '/dashboard/guide', Icon: IconBook2 },
  ...(email ? [{ words: t('place.support'), note: email, href: `mailto:${email}`, Icon: IconLifebuoy }] : []),
  { words: t('place.terms'), to: '/terms', Icon: IconFileText },
  { words: t('place.privacy'), to: '/privacy', Icon: IconShieldLock },
]
