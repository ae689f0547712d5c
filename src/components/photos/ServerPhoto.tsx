import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWhyNot } from '#app/components/use-why-not.ts'
import { photoOnServer } from '#app/data/photos.ts'
import type { MachineId } from '#domain/ids.ts'

type Props = { machine: MachineId; id: string; width: number; children(address: string): ReactNode }

/** A photo from the server, by an address of this page. */
export function ServerPhoto({ machine, id, width, children }: Props) {
  const { t } = useTranslation('visits')
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
      <Text c="dimmed" size="sm" maw={Math.max(width, 160)}>
        {t('photo.failed')} {explain(error).text}
      </Text>
    )
  return address === null ? <Skeleton w={width} h={width} /> : children(address)
}
