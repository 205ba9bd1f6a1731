import { type GreyPicture, greyOf, groundOf, resized } from '../lookalike/grey-picture.ts'
import type { Box, Picture } from '../lookalike/page-view.ts'
import { waveBits } from '../lookalike/picture-hash.ts'

/**
 * Two perceptual hashes of one view of a picture, 64 bits each: its coarse waves (`pictureHash`), and which of its areas are light. The
 * first tells pictures apart that have the same outline, the second survives overlays and compression of flat colours.
 */
export type PicturePrint = readonly [waves: bigint, areas: bigint]

/** Bits of a `PicturePrint`. */
export const printBits = 128

/** A cut picture has lost up to this share of its width and height. */
const cutShare = 0.1
const areasSide = 8
/** Differences of brightness below this belong to the ground, or are noise. */
const contrastMin = 24
/** Smaller contents aren't a picture. */
const contentMin = 8

/**
 * The prints of a picture that is looked for: of the whole, and of its content without an empty border.
 *
 * @returns none for a picture of one colour
 */
export function printsOfPicture(picture: Picture): PicturePrint[] {
  const grey = greyOf(picture, groundOf(picture))
  return printsOfViews(grey, [wholeOf(grey), contentOf(grey)])
}

/**
 * The prints of a picture that copies are compared with: also of what a copy shows that was cut at its sides.
 *
 * @returns none for a picture of one colour
 */
export function printsOfKnown(picture: Picture): PicturePrint[] {
  const grey = greyOf(picture, groundOf(picture))
  const [width, height] = [grey.width * (1 - cutShare), grey.height * (1 - cutShare)]
  const [right, bottom] = [grey.width - width, grey.height - height]
  const corners = [0, right].flatMap((x) => [0, bottom].map((y): Box => ({ x, y, width, height })))
  const middle = { x: right / 2, y: bottom / 2, width, height }
  return printsOfViews(grey, [wholeOf(grey), contentOf(grey), middle, ...corners])
}

function printsOfViews(grey: GreyPicture, views: readonly (Box | null)[]): PicturePrint[] {
  const prints = new Map<string, PicturePrint>()
  for (const view of views) {
    const print = view && printOf(cutOut(grey, view))
    if (print) prints.set(print.join(), print)
  }
  return [...prints.values()]
}

const wholeOf = ({ width, height }: GreyPicture): Box => ({ x: 0, y: 0, width, height })

/** Where a picture differs from the colour of its corner; null if that is all of it, or next to nothing. */
function contentOf({ width, height, values }: GreyPicture): Box | null {
  const ground = values[0] ?? 255
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (Math.abs((values[y * width + x] ?? ground) - ground) < contrastMin) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  const content = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
  const isAll = content.width === width && content.height === height
  return isAll || content.width < contentMin || content.height < contentMin ? null : content
}

function cutOut({ width, values }: GreyPicture, view: Box): GreyPicture {
  const [x, y] = [Math.round(view.x), Math.round(view.y)]
  const size = { width: Math.max(1, Math.floor(view.width)), height: Math.max(1, Math.floor(view.height)) }
  const cut = new Float32Array(size.width * size.height)
  for (let row = 0; row < size.height; row++) {
    const from = (y + row) * width + x
    cut.set(values.subarray(from, from + size.width), row * size.width)
  }
  return { ...size, values: cut }
}

function printOf(grey: GreyPicture): PicturePrint | null {
  const waves = waveBits(grey)
  return waves === null ? null : [waves, areaBits(grey)]
}

/** Which of 8 × 8 areas are lighter than the middle between its light and dark ones. */
function areaBits(grey: GreyPicture): bigint {
  const { values } = resized(grey, areasSide, areasSide)
  const sorted = values.toSorted()
  // Without the outermost tenths, so that a small highlight doesn't move the middle.
  const outer = Math.floor(sorted.length / 10)
  const middle = ((sorted[outer] ?? 0) + (sorted[sorted.length - 1 - outer] ?? 0)) / 2
  let bits = 0n
  for (const value of values) bits = (bits << 1n) | (value > middle ? 1n : 0n)
  return bits
}
