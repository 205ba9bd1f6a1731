import { Transformer } from '@napi-rs/image'
import { encode } from 'uqr'

/** A picture of a QR code. */
export function codePicture(text: string): Buffer {
  const module = 6
  const { data } = encode(text, { ecc: 'M', border: 3 })
  const side = data.length * module
  const pixels = new Uint8Array(side * side * 4).fill(255)
  for (let at = 0; at < side * side; at++) {
    const isDark = data[Math.floor(at / side / module)]?.[Math.floor((at % side) / module)]
    pixels.fill(isDark ? 20 : 250, at * 4, at * 4 + 3)
  }
  return Transformer.fromRgbaPixels(pixels, side, side).pngSync()
}
