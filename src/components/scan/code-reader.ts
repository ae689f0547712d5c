/** Searches the current camera picture for a code. Null if there is none. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | null>

/** The Shape Detection API, which is missing from the type libraries (https://wicg.github.io/shape-detection-api/). */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> }

/** QR: stickers of machines. ANY: the codes of cash bags too, where the phone can read bar codes; the reader in JavaScript reads QR only. */
export type CodeKind = 'QR' | 'ANY'

const FORMATS: Readonly<Record<CodeKind, readonly string[]>> = {
  QR: ['qr_code'],
  ANY: ['qr_code', 'code_128', 'code_39', 'itf', 'ean_13', 'ean_8', 'data_matrix'],
}

/** The phone's own reader if it has one; otherwise one in JavaScript, loaded now (and cached with the app for offline use). */
export async function codeReader(kind: CodeKind): Promise<CodeReader> {
  return (await builtInReader(kind)) ?? (await ownReader())
}

async function builtInReader(kind: CodeKind): Promise<CodeReader | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  try {
    if (!BarcodeDetector) return null
    const known = await BarcodeDetector.getSupportedFormats()
    if (!known.includes('qr_code')) return null
    const detector = new BarcodeDetector({ formats: FORMATS[kind].filter((format) => known.includes(format)) })
    let own: CodeReader | null = null
    return async (video) => {
      if (own) return own(video)
      try {
        return (await detector.detect(video))[0]?.rawValue ?? null
      } catch {
        // Some phones list a reader that does not work: without Google's services, or under a work profile.
        own = await ownReader()
        return null
      }
    }
  } catch {
    return null
  }
}

/** Enough for a sticker at arm's length, and fast on an old phone. */
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
      // The reader throws if there is no code.
      return null
    }
  }
}
