import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { sending, unsentOf } from '#app/data/outbox.ts'
import { deleteSample, sample } from '#app/data/sample.ts'
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import { ErrorText } from '../ErrorText.tsx'
import { GoingOverlay } from '../GoingOverlay.tsx'
import { useServerMutation } from '../use-server-mutation.ts'

/** Deletes the sample company after a dialog that lists its contents. In the sample company, the app restarts in the user's own. */
export function RemoveSample() {
  const { t } = useTranslation('sample')
  const { number } = formats()
  const { data } = useQuery(sample())
  const { data: queue } = useQuery(sending())
  const [isOpen, setOpen] = useState(false)
  const [isGoing, setGoing] = useState(false)
  const remove = useServerMutation(deleteSample)
  const { isSample } = getSession().account
  if (isGoing) return <GoingOverlay label={t('going')} />
  if (!data?.contents) return null
  const { machines, products, sales, employees } = data.contents
  const unsent = isSample && queue ? unsentOf(queue) : 0
  return (
    <>
      <Button variant="default" size="md" px="xs" fz="sm" onClick={() => setOpen(true)}>
        {t('remove')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t('removeTitle')}
        confirm={t('remove')}
        isDangerous
        isBusy={remove.isPending}
        onClose={() => setOpen(false)}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              setOpen(false)
              if (isSample) setGoing(true)
              else toastSuccess(t('removed'))
            },
          })
        }
      >
        <Text>
          {t('removeText', {
            machines: number(machines),
            products: number(products),
            sales: number(sales),
            employees: number(employees),
            company: data.company,
          })}
        </Text>
        {unsent > 0 && <Text>{t('removeUnsent', { count: unsent })}</Text>}
        <ErrorText text={remove.errorText} />
      </ConfirmDialog>
    </>
  )
}
