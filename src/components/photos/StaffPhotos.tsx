import { Modal, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { photoOnServer } from '#app/data/photos.ts'
import type { Issue } from '#contract/issues.ts'
import type { MachineId } from '#domain/ids.ts'
import classes from './StaffPhotos.module.css'

type Photos = NonNullable<Issue['staff']>['photos']

/** The photos of a report: small beside each other, each opens in full. Those still on the phone are counted. */
export function StaffPhotos({ machine, photos }: { machine: MachineId; photos: Photos }) {
  const { t } = useTranslation('issues')
  const [open, setOpen] = useState<string | null>(null)
  const here = photos.filter(({ isHere }) => isHere)
  const missing = photos.length - here.length
  return (
    <section aria-label={t('list.photos')}>
      <div className={classes.row}>
        {here.map(({ id }, index) => (
          <Picture key={id} machine={machine} id={id}>
            {(address) => (
              <UnstyledButton className={classes.small} onClick={() => setOpen(address)} aria-haspopup="dialog">
                <img src={address} alt={t('list.photo', { number: index + 1 })} />
              </UnstyledButton>
            )}
          </Picture>
        ))}
      </div>
      {missing > 0 && <Text c="dimmed">{t('list.photosLater', { number: missing })}</Text>}
      <Modal
        opened={open !== null}
        onClose={() => setOpen(null)}
        fullScreen
        title={t('list.photos')}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        {open && <img src={open} alt={t('list.photos')} className={classes.full} />}
      </Modal>
    </section>
  )
}

type PictureProps = { machine: MachineId; id: string; children(address: string): React.ReactNode }

function Picture({ machine, id, children }: PictureProps) {
  const { t } = useTranslation('issues')
  const { data, error } = useQuery(photoOnServer(machine, id))
  const explain = useWhyNot()
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!data) return
    const own = URL.createObjectURL(data)
    setAddress(own)
    return () => URL.revokeObjectURL(own)
  }, [data])
  if (error)
    return (
      <Text c="dimmed" maw={240}>
        {t('list.photoFailed')} {explain(error).text}
      </Text>
    )
  return address === null ? <Skeleton w={120} h={120} /> : children(address)
}
