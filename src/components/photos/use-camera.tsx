import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Taken } from '#offline/photos.ts'
import { type Scaled, scalePhoto } from './scale-photo.ts'

type Camera = {
  /** Belongs on the page; it is hidden. */
  input: ReactNode
  open(): void
  isBusy: boolean
  /** Why the last picture was not stored. */
  error: string | null
}

/** Opens the camera, and stores each picture on this device at once. */
export function useCamera(take: (picture: Scaled) => Promise<Taken>): Camera {
  const { t } = useTranslation('problems')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<'photoUnreadable' | 'photoNotKept' | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const add = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    setError(null)
    const scaled = await scalePhoto(file)
    const outcome = scaled && (await take(scaled).catch(() => ({ notKept: 'full' as const })))
    setError(scaled === null ? 'photoUnreadable' : outcome && 'kept' in outcome ? null : 'photoNotKept')
    setBusy(false)
  }
  return {
    input: (
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={t('takePhoto')}
        onChange={({ currentTarget }) => {
          void add(currentTarget.files?.[0])
          // The same picture can be chosen again.
          currentTarget.value = ''
        }}
      />
    ),
    open: () => input.current?.click(),
    isBusy,
    error: error && t(error),
  }
}
