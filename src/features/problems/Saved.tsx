import { Stack } from '@mantine/core'
import { IconCircleCheck, IconDeviceMobileCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { fateOf } from '#app/data/outbox.ts'
import { unsentPhotos } from '#app/data/photos.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import type { OperationId } from '#domain/ids.ts'

type Props = { opId: OperationId; title: string; back: Pick<LinkProps, 'to' | 'params'> }

/** What was recorded is on this phone, or on the server with its photos. */
export function Saved({ opId, title, back }: Props) {
  const { t } = useTranslation('problems')
  const { data: fate } = useQuery(fateOf(opId))
  const { data: photos } = useQuery(unsentPhotos())
  const isSent = (fate === 'sent' || fate === 'gone') && photos?.count === 0
  return (
    <EmptyState
      icon={isSent ? <IconCircleCheck /> : <IconDeviceMobileCheck />}
      color={isSent ? 'green' : 'slate'}
      title={title}
      text={<span role="status">{t(fate === 'needs-you' ? 'needsYou' : isSent ? 'sent' : 'savedHere')}</span>}
      action={
        <Stack gap="sm">
          <LinkButton {...back} size="lg" h={56}>
            {t('backToMachine')}
          </LinkButton>
          {!isSent && (
            <LinkButton to="/outbox" variant="default" size="lg" h={56}>
              {t('pending')}
            </LinkButton>
          )}
        </Stack>
      }
    />
  )
}
