import { ResizeFilterType, Transformer } from '@napi-rs/image'
import type { Picture } from '@signet/detection/lookalike/page-view'
import { drawnLogo, inverted, recolored, type Logo } from './invented-logos.ts'

const side = 200

/** A logo as its owner uploads it. */
export const originalOf = (logo: Logo): Picture => drawnLogo(logo, side)

/** What impostors and platforms do to a logo, by name. */
export const changes: Readonly<Record<string, (original: Picture, logo: Logo) => Picture>> = {
  'smaller, 96 pixels': (original) => resized(original, 96, 96),
  'smaller, 48 pixels, strong JPEG': (original) => compressed(resized(original, 48, 48), 40),
  'strong JPEG': (original) => compressed(original, 20),
  'cut by 10 %, middle': (original) => cut(original, 0.05, 0.05, 0.9),
  'cut by 10 %, corner': (original) => cut(original, 0.1, 0, 0.9),
  'cut by 6 %, middle': (original) => cut(original, 0.03, 0.03, 0.94),
  'other colors': (_, logo) => originalOf(recolored(logo)),
  'light and dark exchanged': (original) => inverted(original),
  'badge over a corner': (original) => covered(original, 0.7, 0.7, 0.25, 0.25),
  'band over the bottom': (original) => covered(original, 0, 0.86, 1, 0.14),
  'wide border': (original) => bordered(original, 0.3),
  'smaller, cut by 10 %, JPEG': (original) => compressed(resized(cut(original, 0.05, 0.05, 0.9), 120, 120), 50),
}

function decoded(bytes: Buffer, width: number, height: number): Picture {
  const raw = new Transformer(bytes).rawPixelsSync()
  const channels = raw.length / (width * height)
  const pixels = new Uint8Array(width * height * 4).fill(255)
  for (let at = 0; at < width * height; at++) pixels.set(raw.subarray(at * channels, at * channels + 3), at * 4)
  return { width, height, pixels }
}

const encoded = ({ width, height, pixels }: Picture) => Transformer.fromRgbaPixels(pixels, width, height)

const resized = (picture: Picture, width: number, height: number) =>
  decoded(encoded(picture).resize(width, height, ResizeFilterType.Lanczos3).pngSync(), width, height)

const compressed = (picture: Picture, quality: number) =>
  decoded(encoded(picture).jpegSync(quality), picture.width, picture.height)

/** A square part; all values are shares of the side. */
function cut(picture: Picture, x: number, y: number, share: number): Picture {
  const width = Math.round(picture.width * share)
  const pixels = new Uint8Array(width * width * 4)
  for (let row = 0; row < width; row++) {
    const from = ((Math.round(y * picture.height) + row) * picture.width + Math.round(x * picture.width)) * 4
    pixels.set(picture.pixels.subarray(from, from + width * 4), row * width * 4)
  }
  return { width, height: width, pixels }
}

/** With an orange rectangle over a part. */
function covered(picture: Picture, x: number, y: number, wide: number, high: number): Picture {
  const pixels = Uint8Array.from(picture.pixels)
  const [left, top] = [Math.round(x * picture.width), Math.round(y * picture.height)]
  for (let row = top; row < top + Math.round(high * picture.height); row++)
    for (let column = left; column < left + Math.round(wide * picture.width); column++)
      pixels.set([240, 120, 20], (row * picture.width + column) * 4)
  return { ...picture, pixels }
}

/** With a border in the color of its corner. */
function bordered(picture: Picture, share: number): Picture {
  const border = Math.round(picture.width * share)
  const width = picture.width + 2 * border
  const pixels = new Uint8Array(width * width * 4)
  for (let at = 0; at < width * width; at++) pixels.set(picture.pixels.subarray(0, 4), at * 4)
  for (let row = 0; row < picture.height; row++)
    pixels.set(
      picture.pixels.subarray(row * picture.width * 4, (row + 1) * picture.width * 4),
      ((row + border) * width + border) * 4,
    )
  return { width, height: width, pixels }
}
