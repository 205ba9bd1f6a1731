import type { Picture } from './page-view.ts'

/** A picture in shades of grey: 0 is black, 255 is white. */
export interface GreyPicture {
  width: number
  height: number
  values: Float32Array
}

/**
 * The brightness of a picture.
 *
 * @param ground the brightness behind transparent parts, 0 to 255
 */
export function greyOf({ width, height, pixels }: Picture, ground = 255): GreyPicture {
  const values = new Float32Array(width * height)
  for (let at = 0, from = 0; at < values.length; at++, from += 4) {
    const grey = 0.299 * pixels[from]! + 0.587 * pixels[from + 1]! + 0.114 * pixels[from + 2]!
    const opacity = pixels[from + 3]! / 255
    values[at] = grey * opacity + ground * (1 - opacity)
  }
  return { width, height, values }
}

/** The brightness to put behind transparent parts: light for a dark logo, and the other way around. */
export function groundOf({ pixels }: Picture): number {
  let [sum, weight] = [0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    const opacity = pixels[at + 3]!
    weight += opacity
    sum += (0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]!) * opacity
  }
  return weight === 0 || sum / weight < 150 ? 255 : 0
}

/** A picture in another size: each new pixel is the mean of the area that it covers. */
export function resized(picture: GreyPicture, width: number, height: number): GreyPicture {
  const across = alongRows(picture, width)
  return turned(alongRows(turned(across), height))
}

function alongRows({ width: from, height, values }: GreyPicture, width: number): GreyPicture {
  const result = new Float32Array(width * height)
  const step = from / width
  for (let x = 0; x < width; x++) {
    // An area of at least one pixel, so that enlarging blends neighbours.
    const middle = (x + 0.5) * step
    const half = Math.max(step, 1) / 2
    const start = Math.max(0, middle - half)
    const end = Math.min(from, middle + half)
    for (let at = Math.floor(start); at < end; at++) {
      const share = (Math.min(at + 1, end) - Math.max(at, start)) / (end - start)
      for (let y = 0; y < height; y++) result[y * width + x]! += values[y * from + at]! * share
    }
  }
  return { width, height, values: result }
}

function turned({ width, height, values }: GreyPicture): GreyPicture {
  const result = new Float32Array(values.length)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) result[x * height + y] = values[y * width + x]!
  return { width: height, height: width, values: result }
}

/** A picture in half the size. */
export function halved({ width, height, values }: GreyPicture): GreyPicture {
  const half = { width: width >> 1, height: height >> 1 }
  const result = new Float32Array(half.width * half.height)
  for (let y = 0, at = 0; y < half.height; y++)
    for (let x = 0; x < half.width; x++, at++) {
      const from = 2 * y * width + 2 * x
      result[at] = (values[from]! + values[from + 1]! + values[from + width]! + values[from + width + 1]!) / 4
    }
  return { ...half, values: result }
}
