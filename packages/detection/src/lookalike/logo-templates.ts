import { type GreyPicture, greyOf, groundOf } from './grey-picture.ts'
import type { Picture } from './page-view.ts'

/** A form of a logo that is searched for. */
export interface LogoTemplate {
  grey: GreyPicture
  isSymbol: boolean
}

/** Pixels that differ by less than this from the ground belong to it. */
const contrastMin = 24
/** A margin around the content, as a share of its height, so that its outer edges count. */
const margin = 0.06
/** A gap between symbol and name, as a share of the height; gaps between letters are narrower. */
const gapMin = 0.15

/** The forms of a logo: the whole, and its symbol where that is separate from the name. */
export function logoTemplates(logo: Picture): LogoTemplate[] {
  const grey = greyOf(logo, groundOf(logo))
  const whole = cut(grey, 0, grey.width)
  if (!whole) return []
  const symbol = symbolOf(whole)
  return [{ grey: whole, isSymbol: false }, ...(symbol ? [{ grey: symbol, isSymbol: true }] : [])]
}

/** The content between two columns, with a margin; null when there is none. */
function cut(grey: GreyPicture, from: number, to: number): GreyPicture | null {
  const ground = grey.values[0] ?? 255
  let [left, right, top, bottom] = [to, from - 1, grey.height, -1]
  for (let y = 0; y < grey.height; y++) {
    for (let x = from; x < to; x++) {
      if (Math.abs(grey.values[y * grey.width + x]! - ground) < contrastMin) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  if (right < left) return null
  const border = Math.ceil((bottom - top + 1) * margin)
  const width = right - left + 1 + 2 * border
  const height = bottom - top + 1 + 2 * border
  const values = new Float32Array(width * height).fill(ground)
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++)
      values[(y - top + border) * width + x - left + border] = grey.values[y * grey.width + x]!
  return { width, height, values }
}

/** The part of a wide logo before its first wide gap, where that part is about square. */
function symbolOf(whole: GreyPicture): GreyPicture | null {
  if (whole.width < whole.height * 2) return null
  const ground = whole.values[0] ?? 255
  const isEmpty = (x: number) => {
    for (let y = 0; y < whole.height; y++)
      if (Math.abs(whole.values[y * whole.width + x]! - ground) >= contrastMin) return false
    return true
  }
  let gap = 0
  for (let x = Math.round(whole.height * 0.5); x < whole.height * 1.7; x++) {
    gap = isEmpty(x) ? gap + 1 : 0
    if (gap >= whole.height * gapMin) return cut(whole, 0, x - gap + 1)
  }
  return null
}
