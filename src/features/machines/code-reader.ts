/** Looks for a QR code in what the camera shows now. Null: none is seen. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | null>

/** The Shape Detection API; no type library knows it (https://wicg.github.io/shape-detection-api/). */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> }

/** The phone's own reader where it has one; else one in JavaScript, fetched now (and kept with the app for when there is no signal). */
export async function codeReader(): Promise<CodeReader> {
  return (await builtInReader()) ?? (await ownReader())
}

async function builtInReader(): Promise<CodeReader | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  try {
    if (!BarcodeDetector || !(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) return null
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    let own: CodeReader | null = null
    return async (video) => {
      if (own) return own(video)
      try {
        return (await detector.detect(video))[0]?.rawValue ?? null
      } catch {
        // Some phones name a reader that then does not run: without Google's services, or under a work profile.
        own = await ownReader()
        return null
      }
    }
  } catch {
    return null
  }
}

/** Enough for a sticker held a forearm away, and quick on an old phone. */
const SIDE = 640

async function ownReader(): Promise<CodeReader> {
  const { decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const side = Math.min(video.videoWidth, video.videoHeight)
    if (!context || side === 0) return null
    canvas.width = canvas.height = Math.min(side, SIDE)
    context.drawImage(video, (video.videoWidth - side) / 2, (video.videoHeight - side) / 2, side, side, 0, 0, canvas.width, canvas.height)
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height))
    } catch {
      // It throws whenever it sees no code.
      return null
    }
  }
}
