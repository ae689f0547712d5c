import BarcodeFormat from '@zxing/library/esm/core/BarcodeFormat.js'
import BinaryBitmap from '@zxing/library/esm/core/BinaryBitmap.js'
import GlobalHistogramBinarizer from '@zxing/library/esm/core/common/GlobalHistogramBinarizer.js'
import DecodeHintType from '@zxing/library/esm/core/DecodeHintType.js'
import MultiFormatOneDReader from '@zxing/library/esm/core/oned/MultiFormatOneDReader.js'
import RGBLuminanceSource from '@zxing/library/esm/core/RGBLuminanceSource.js'

type Picture = Pick<ImageData, 'data' | 'width' | 'height'>

/** As the Shape Detection API names them. */
const FORMATS: Readonly<Record<string, BarcodeFormat>> = {
  ean_13: BarcodeFormat.EAN_13,
  ean_8: BarcodeFormat.EAN_8,
  upc_a: BarcodeFormat.UPC_A,
  upc_e: BarcodeFormat.UPC_E,
  itf: BarcodeFormat.ITF,
  code_128: BarcodeFormat.CODE_128,
  code_39: BarcodeFormat.CODE_39,
}

/**
 * Reads bar codes of these formats, by ZXing. Its modules are imported one by one, because the whole package has more than three times their
 * size.
 */
export function barCodeReader(formats: readonly string[]): (picture: Picture) => string | null {
  const known = formats.flatMap((name) => FORMATS[name] ?? [])
  const reader = new MultiFormatOneDReader(new Map([[DecodeHintType.POSSIBLE_FORMATS, known]]))
  return ({ data, width, height }) => {
    const light = new Uint8ClampedArray(width * height)
    for (let at = 0; at < light.length; at++) {
      const from = at * 4
      light[at] = ((data[from] ?? 0) + 2 * (data[from + 1] ?? 0) + (data[from + 2] ?? 0)) / 4
    }
    try {
      return reader.decode(new BinaryBitmap(new GlobalHistogramBinarizer(new RGBLuminanceSource(light, width, height)))).getText()
    } catch {
      // The reader throws if there is no code.
      return null
    } finally {
      reader.reset()
    }
  }
}
