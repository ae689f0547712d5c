import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoredPhoto } from '#offline/photos.ts'

type Camera = {
  /** Belongs on the page; it is hidden. */
  input: ReactNode
  open(): void
  isBusy: boolean
  /** Why the last picture was not stored. */
  error: string | null
}

/** Opens the camera, and stores each picture on this device at once. */
export function useCamera(take: (picture: Scaled) => Promise<StoredPhoto>): Camera {
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

/** The longest side in pixels, tried in this order with each quality until the photo is small enough. */
const SIDES = [1_600, 1_280, 960] as const
const QUALITIES = [0.8, 0.65, 0.5] as const
/** Small enough to be uploaded within one request over a slow mobile network. */
const SMALL = 200 * 1024
/** The largest photo that is kept if none is small. */
const LARGEST = 1.5 * 1024 * 1024

type Scaled = { content: string; size: number }

/**
 * Scales a picture down to a JPEG in base64. Drawing it again also removes everything else that the camera wrote into the file, such as the
 * position. Null if the browser cannot read the picture.
 */
async function scalePhoto(file: Blob): Promise<Scaled | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!picture) return null
  let best: Blob | null = null
  for (const side of SIDES) {
    for (const quality of QUALITIES) {
      const jpeg = await drawn(picture, side, quality)
      if (jpeg && (best === null || jpeg.size < best.size)) best = jpeg
      if (best && best.size <= SMALL) break
    }
    if (best && best.size <= SMALL) break
  }
  picture.close()
  return best && best.size <= LARGEST ? { content: await base64Of(best), size: best.size } : null
}

async function drawn(picture: ImageBitmap, side: number, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
