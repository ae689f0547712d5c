import { Button, Loader } from '@mantine/core'
import { IconBulb, IconBulbOff, IconCameraOff, IconRefresh } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { type CodeKind, type CodeReader, codeReader } from './code-reader.ts'
import styles from './Scanner.module.css'

type View = { state: 'starting' } | { state: 'seeing'; camera: Camera } | { state: 'failed'; error: CameraError }

/** Interval of scans: short enough to feel immediate, long enough to keep an old phone cool. */
const EVERY_MS = 120

/** A picture without a change for this long is frozen: some systems provide a camera that then shows nothing. */
const STANDSTILL_MS = 4_000

export type ScannerProps = {
  kind?: CodeKind
  /** The kind whose texts are shown, if it is not the same. */
  textsOf?: CodeKind
  onCode(text: string): void
  isPaused: boolean
}

type Props = ScannerProps & { onTryAgain(): void }

/** One camera session, from opening to release. */
export function Viewfinder({ kind = 'QR', textsOf = kind, onCode, isPaused, onTryAgain }: Props) {
  const { t } = useTranslation('scan')
  const view = useCamera()
  const video = useRef<HTMLVideoElement>(null)
  const camera = view.state === 'seeing' ? view.camera : null

  useEffect(() => {
    if (!camera || !video.current) return
    video.current.srcObject = camera.stream
    // An iPhone in power-saving mode may refuse; playback then starts with the first touch.
    video.current.play().catch(() => {})
  }, [camera])

  useCodes(video, camera !== null && !isPaused, kind, onCode)
  useStalledVideo(video, camera !== null, onTryAgain)

  if (view.state === 'failed') {
    return (
      <div role="alert">
        <Card component="div">
          <EmptyState
            icon={<IconCameraOff size={30} stroke={1.6} />}
            color="slate"
            title={t(`trouble.${view.error}.title`)}
            text={t(`trouble.${view.error}.help.${textsOf}`)}
            action={
              view.error !== 'insecure' && (
                <Button variant="default" size="md" mih={48} leftSection={<IconRefresh size={18} aria-hidden />} onClick={onTryAgain}>
                  {t('trouble.again')}
                </Button>
              )
            }
          />
        </Card>
      </div>
    )
  }
  return (
    <div className={styles.frame}>
      <video ref={video} className={styles.video} muted playsInline aria-label={t('picture')} />
      <div className={styles.aim} data-resting={isPaused || undefined} aria-hidden />
      <div className={styles.below}>
        {camera ? (
          <span className={styles.hint}>{t(`aim.${textsOf}`)}</span>
        ) : (
          <Loader color="white" size="sm" aria-label={t('starting')} />
        )}
        {camera?.light && <Light light={camera.light} />}
      </div>
    </div>
  )
}

function Light({ light }: { light: NonNullable<Camera['light']> }) {
  const { t } = useTranslation('scan')
  const [isOn, setIsOn] = useState(false)
  const turn = () =>
    light(!isOn).then(
      () => setIsOn(!isOn),
      () => setIsOn(false),
    )
  return (
    <Button
      variant="white"
      color="dark"
      size="md"
      mih={48}
      aria-pressed={isOn}
      leftSection={isOn ? <IconBulb size={20} aria-hidden /> : <IconBulbOff size={20} aria-hidden />}
      onClick={turn}
    >
      {t('light')}
    </Button>
  )
}

function useCamera(): View {
  const [view, setView] = useState<View>({ state: 'starting' })
  useEffect(() => {
    let isLeft = false
    let close = () => {}
    void openCamera().then((opened) => {
      if ('camera' in opened) close = opened.camera.close
      if (isLeft) close()
      else setView('camera' in opened ? { state: 'seeing', camera: opened.camera } : { state: 'failed', error: opened.error })
    })
    return () => {
      isLeft = true
      close()
    }
  }, [])
  return view
}

function useCodes(video: React.RefObject<HTMLVideoElement | null>, isLooking: boolean, kind: CodeKind, onCode: (text: string) => void) {
  const report = useEffectEvent(onCode)
  useEffect(() => {
    if (!isLooking) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    let reader: CodeReader | null = null
    const look = async () => {
      const text = await Promise.race([lookOnce().catch(() => null), tooLong()])
      if (isLeft) return
      clearTimeout(timer)
      if (text) report(text)
      else timer = setTimeout(look, EVERY_MS)
    }
    // A failure, even to load the reader's file, is retried at the next scan, because the user continues to hold the phone.
    const lookOnce = async () => {
      reader ??= await codeReader(kind)
      if (!video.current) return null
      // A system that saves power may have paused the video.
      if (video.current.paused) await video.current.play()
      return reader(video.current)
    }
    // A reader that never responds is replaced.
    const tooLong = () =>
      new Promise<null>((resolve) => {
        timer = setTimeout(() => {
          reader = null
          resolve(null)
        }, STANDSTILL_MS)
      })
    void look()
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [isLooking, kind, video])
}

/** Reports a frozen picture; a video that the system does not play waits for a touch. */
function useStalledVideo(video: React.RefObject<HTMLVideoElement | null>, isOn: boolean, onStalled: () => void) {
  const report = useEffectEvent(onStalled)
  useEffect(() => {
    if (!isOn) return
    let before = -1
    const timer = setInterval(() => {
      const { paused = true, currentTime = 0 } = video.current ?? {}
      if (!paused && currentTime === before) report()
      before = currentTime
    }, STANDSTILL_MS)
    return () => clearInterval(timer)
  }, [isOn, video])
}

/** Why there is no picture: permission denied, no camera, used by another app, or a page without https. */
type CameraError = 'denied' | 'absent' | 'busy' | 'insecure'

type Camera = {
  stream: MediaStream
  /** Null if the camera has no torch. */
  light: ((on: boolean) => Promise<void>) | null
  close(): void
}

/** Opens the rear camera, if there is a choice. */
async function openCamera(): Promise<{ camera: Camera } | { error: CameraError }> {
  if (!navigator.mediaDevices?.getUserMedia) return { error: 'insecure' }
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
    })
    const close = () => {
      for (const track of stream.getTracks()) track.stop()
    }
    return { camera: { stream, light: lightOf(stream), close } }
  } catch (error) {
    return { error: errorOf(error) }
  }
}

function lightOf(stream: MediaStream): Camera['light'] {
  const [track] = stream.getVideoTracks()
  // Firefox lacks getCapabilities; only Chromium on a phone supports the torch.
  if (!track?.getCapabilities || !('torch' in track.getCapabilities())) return null
  return async (on) => {
    const torch: MediaTrackConstraintSet & { torch: boolean } = { torch: on }
    await track.applyConstraints({ advanced: [torch] })
  }
}

/** Distinguished by the error's standardised name, not by its message. */
function errorOf(error: unknown): CameraError {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'absent'
  return 'busy'
}
