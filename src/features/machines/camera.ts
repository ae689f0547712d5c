/** Why there is no picture: permission denied, no camera, used by another app, or a page without https. */
export type CameraError = 'denied' | 'absent' | 'busy' | 'insecure'

export type Camera = {
  stream: MediaStream
  /** Null if the camera has no torch. */
  light: ((on: boolean) => Promise<void>) | null
  close(): void
}

/** Opens the rear camera, if there is a choice. */
export async function openCamera(): Promise<{ camera: Camera } | { error: CameraError }> {
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
