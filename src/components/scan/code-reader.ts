/** Searches the current camera picture for a code. Null if there is none. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | null>

/** The Shape Detection API, which is missing from the type libraries (https://wicg.github.io/shape-detection-api/). */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> }

/** QR: stickers of machines. PRODUCT: bar codes of goods and their cases. ANY: the codes of cash bags. */
export type CodeKind = 'QR' | 'PRODUCT' | 'ANY'

/** The first one has to be known to the phone's own reader. */
const FORMATS: Readonly<Record<CodeKind, readonly string[]>> = {
  QR: ['qr_code'],
  PRODUCT: ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'itf'],
  ANY: ['qr_code', 'code_128', 'code_39', 'itf', 'ean_13', 'ean_8', 'data_matrix'],
}

/** The phone's own reader if it has one; otherwise one in JavaScript, loaded now (and cached with the app for offline use). */
export async function codeReader(kind: CodeKind): Promise<CodeReader> {
  return (await builtInReader(kind)) ?? (await ownReader(kind))
}

async function builtInReader(kind: CodeKind): Promise<CodeReader | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  try {
    if (!BarcodeDetector) return null
    const known = await BarcodeDetector.getSupportedFormats()
    if (!known.includes(FORMATS[kind][0] ?? '')) return null
    const detector = new BarcodeDetector({ formats: FORMATS[kind].filter((format) => known.includes(format)) })
    let own: CodeReader | null = null
    return async (video) => {
      if (own) return own(video)
      try {
        return (await detector.detect(video))[0]?.rawValue ?? null
      } catch {
        // Some phones list a reader that does not work: without Google's services, or under a work profile.
        own = await ownReader(kind)
        return null
      }
    }
  } catch {
    return null
  }
}

/** Enough for a sticker at arm's length, and fast on an old phone. */
const QR_SIDE = 640
/** The bars of a small product need more. */
const BARS_WIDTH = 1_024

type PictureReader = (video: HTMLVideoElement, context: CanvasRenderingContext2D) => string | null

async function ownReader(kind: CodeKind): Promise<CodeReader> {
  const readers = await Promise.all([...(kind === 'PRODUCT' ? [] : [qrReader()]), ...(kind === 'QR' ? [] : [barsReader(kind)])])
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  return async (video) => {
    if (!context || video.videoWidth === 0 || video.videoHeight === 0) return null
    for (const read of readers) {
      const text = read(video, context)
      if (text !== null) return text
    }
    return null
  }
}

async function qrReader(): Promise<PictureReader> {
  const { decodeQR } = await import('qr/decode.js')
  return (video, context) => {
    const side = Math.min(video.videoWidth, video.videoHeight)
    const size = Math.min(side, QR_SIDE)
    const picture = pictureOf(video, context, { width: side, height: side, to: { width: size, height: size } })
    try {
      return decodeQR(picture)
    } catch {
      // The reader throws if there is no code.
      return null
    }
  }
}

async function barsReader(kind: CodeKind): Promise<PictureReader> {
  const { barCodeReader } = await import('./bar-code-reader.ts')
  const read = barCodeReader(FORMATS[kind])
  return (video, context) => {
    const { videoWidth: width, videoHeight } = video
    // The rows around the middle are where the code is held.
    const height = Math.round(videoHeight / 2)
    const scale = Math.min(1, BARS_WIDTH / width)
    return read(pictureOf(video, context, { width, height, to: { width: Math.round(width * scale), height: Math.round(height * scale) } }))
  }
}

type Size = { width: number; height: number }

/** The middle of the picture, in another size. */
function pictureOf(video: HTMLVideoElement, context: CanvasRenderingContext2D, { width, height, to }: Size & { to: Size }): ImageData {
  const { canvas } = context
  canvas.width = to.width
  canvas.height = to.height
  const [left, top] = [(video.videoWidth - width) / 2, (video.videoHeight - height) / 2]
  context.drawImage(video, left, top, width, height, 0, 0, to.width, to.height)
  return context.getImageData(0, 0, to.width, to.height)
}
