import { required } from '@signet/contract/narrow'
import { type EdgeMap, edgeMapOf, edgesIn } from './edge-map.ts'
import { type GreyPicture, greyOf, halved, resized } from './grey-picture.ts'
import { logoTemplates, type LogoTemplate } from './logo-templates.ts'
import type { Box, Picture } from './page-view.ts'

/** A place of a picture that looks like a logo. */
export interface FoundLogo {
  box: Box
  /** How well it agrees with the logo, 0 to 1. */
  agreement: number
  /** True when only the symbol of the logo was found, without the name. */
  isSymbol: boolean
}

/** A picture, prepared for finding any number of logos in it. */
export interface SearchedPicture {
  levels: readonly { grey: GreyPicture; edges: EdgeMap }[]
}

/** The sizes, as the root of the area in pixels, in which logos are searched at each level; the next level has half the resolution. */
const sizeMin = 17
const sizesPerLevel = 5
const levelCount = 4
/** Logos larger than this share of the picture's width are not searched. */
const widthShareMax = 0.6
/** Points of a logo's edges that are compared first. */
const pointsMax = 96
const firstPoints = 24
const firstAgreement = 0.3
const agreementMin = 0.38
const refinedMax = 10
/** Places where logos agree less than this are not reported. */
const reportedMin = 0.5

/** Prepares a picture for `findLogo`. */
export function searchedPicture(picture: Picture): SearchedPicture {
  const levels = []
  for (let grey = greyOf(picture); levels.length < levelCount; grey = halved(grey)) {
    if (grey.width < 40 || grey.height < 40) break
    levels.push({ grey, edges: edgeMapOf(grey) })
  }
  return { levels }
}

interface Template {
  grey: GreyPicture
  /** Offsets of edge points, and the direction of the edge at each. */
  dx: Int32Array
  dy: Int32Array
  cos: Float32Array
  sin: Float32Array
  edgeCount: number
}

interface Candidate {
  x: number
  y: number
  level: number
  scale: number
  agreement: number
  source: LogoTemplate
}

/**
 * Finds the place of a picture that looks most like a logo: in any size, in any colours, light on dark or dark on light, on any ground.
 *
 * Directions of edges are compared in a pyramid of resolutions; the best places are then compared pixel by pixel (normalised
 * cross-correlation) in slightly different sizes and proportions.
 *
 * @returns null when no place agrees at all
 */
export function findLogo(page: SearchedPicture, logo: Picture): FoundLogo | null {
  const sources = logoTemplates(logo)
  const candidates = sources.flatMap((source) => candidatesOf(page, source))
  let best: FoundLogo | null = null
  for (const candidate of strongest(candidates)) {
    const { source } = candidate
    const found = refined(page, source.grey, candidate)
    // A symbol has fewer details than the whole logo, so it agrees by chance more often.
    const agreement = source.isSymbol ? found.agreement - 0.03 : found.agreement
    if (agreement >= reportedMin && (!best || agreement > best.agreement)) {
      best = { box: found.box, agreement, isSymbol: source.isSymbol }
    }
  }
  return best
}

function candidatesOf(page: SearchedPicture, source: LogoTemplate): Candidate[] {
  const { grey: logo } = source
  const found: Candidate[] = []
  for (const [level, { edges }] of page.levels.entries()) {
    for (let size = 0; size < sizesPerLevel; size++) {
      const scale = (sizeMin * 2 ** (size / sizesPerLevel)) / Math.sqrt(logo.width * logo.height)
      const template = templateOf(logo, scale, scale, pointsMax)
      if (!template || template.grey.width > edges.width * widthShareMax) continue
      const places = placesOf(edges, template)
      for (const place of places) found.push({ ...place, level, scale, source })
    }
  }
  return found
}

function templateOf(logo: GreyPicture, scaleX: number, scaleY: number, limit: number): Template | null {
  const width = Math.round(logo.width * scaleX)
  const height = Math.round(logo.height * scaleY)
  if (width < 6 || height < 6) return null
  // A border of the ground's colour keeps the edges at the rim.
  const grey = resized(logo, width, height)
  const { cos, sin } = edgeMapOf(grey)
  const points = new Int32Array(cos.length)
  let edgeCount = 0
  for (let at = 0; at < cos.length; at++) if (cos[at] !== 0 || sin[at] !== 0) points[edgeCount++] = at
  if (edgeCount < 12) return null
  // In an order that spreads the first points over the whole logo.
  const count = Math.min(limit, edgeCount)
  const stride = Math.max(1, Math.round(count * 0.618_034))
  const chosen = Array.from({ length: count }, (_, at) => {
    const turn = gcd(stride, count) === 1 ? (at * stride) % count : at
    return points[Math.floor((turn * edgeCount) / count)]!
  })
  return {
    grey,
    dx: Int32Array.from(chosen, (at) => at % width),
    dy: Int32Array.from(chosen, (at) => Math.floor(at / width)),
    cos: Float32Array.from(chosen, (at) => cos[at]!),
    sin: Float32Array.from(chosen, (at) => sin[at]!),
    edgeCount,
  }
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))

interface Place {
  x: number
  y: number
  agreement: number
}

/** The best places of one size: at most one in each neighbourhood. */
function placesOf(edges: EdgeMap, template: Template): Place[] {
  const { dx, dy, cos, sin, edgeCount, grey } = template
  const { width, height } = edges
  const offsets = Int32Array.from(dx, (x, at) => dy[at]! * width + x)
  const count = offsets.length
  const edgesMin = edgeCount * 0.5
  const cell = Math.max(4, Math.min(grey.width, grey.height) >> 1)
  const cells = new Map<number, Place>()
  const columns = Math.ceil(width / cell)
  for (let y = 0; y + grey.height < height; y++) {
    for (let x = 0; x + grey.width < width; x++) {
      if (edgesIn(edges, x, y, grey.width, grey.height) < edgesMin) continue
      const at = y * width + x
      let sum = 0
      const first = Math.min(firstPoints, count)
      for (let k = 0; k < first; k++) {
        const place = at + offsets[k]!
        sum += edges.cos[place]! * cos[k]! + edges.sin[place]! * sin[k]!
      }
      if (sum < first * firstAgreement) continue
      for (let k = first; k < count; k++) {
        const place = at + offsets[k]!
        sum += edges.cos[place]! * cos[k]! + edges.sin[place]! * sin[k]!
      }
      const agreement = sum / count
      if (agreement < agreementMin) continue
      const key = Math.floor(y / cell) * columns + Math.floor(x / cell)
      const known = cells.get(key)
      if (!known || known.agreement < agreement) cells.set(key, { x, y, agreement })
    }
  }
  return [...cells.values()].toSorted((a, b) => b.agreement - a.agreement).slice(0, 4)
}

const strongest = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.toSorted((a, b) => b.agreement - a.agreement).slice(0, refinedMax)

const stretches = [0.9, 0.95, 1, 1.05, 1.1] as const
const proportions = [0.94, 1, 1.06] as const

/** Compares the neighbourhood of a place at the next finer resolution. */
function refined(page: SearchedPicture, logo: GreyPicture, candidate: Candidate): { box: Box; agreement: number } {
  const level = Math.max(0, candidate.level - 1)
  const zoom = 2 ** (candidate.level - level)
  const { grey, edges } = required(page.levels[level], 'the level of a candidate')
  let best = { box: { x: 0, y: 0, width: 0, height: 0 }, agreement: 0 }
  const middleX = (candidate.x + (logo.width * candidate.scale) / 2) * zoom
  const middleY = (candidate.y + (logo.height * candidate.scale) / 2) * zoom
  for (const stretch of stretches) {
    for (const proportion of proportions) {
      const scale = candidate.scale * zoom * stretch
      const template = templateOf(logo, scale * proportion, scale, 400)
      if (!template) continue
      const { width, height } = template.grey
      const reach = zoom + 1
      const place = bestNear(edges, template, Math.round(middleX - width / 2), Math.round(middleY - height / 2), reach)
      if (!place || place.agreement < best.agreement - 0.35) continue
      const correlation = Math.abs(correlationAt(grey, template.grey, place.x, place.y))
      const agreement = (place.agreement + correlation) / 2
      if (agreement <= best.agreement) continue
      const factor = 2 ** level
      best = {
        box: { x: place.x * factor, y: place.y * factor, width: width * factor, height: height * factor },
        agreement,
      }
    }
  }
  return best
}

function bestNear(edges: EdgeMap, { dx, dy, cos, sin, grey }: Template, fromX: number, fromY: number, reach: number) {
  let best: Place | null = null
  for (let y = fromY - reach; y <= fromY + reach; y++) {
    for (let x = fromX - reach; x <= fromX + reach; x++) {
      if (x < 0 || y < 0 || x + grey.width > edges.width || y + grey.height > edges.height) continue
      let sum = 0
      for (let k = 0; k < dx.length; k++) {
        const place = (y + dy[k]!) * edges.width + x + dx[k]!
        sum += edges.cos[place]! * cos[k]! + edges.sin[place]! * sin[k]!
      }
      const agreement = sum / dx.length
      if (!best || agreement > best.agreement) best = { x, y, agreement }
    }
  }
  return best
}

/** The normalised cross-correlation of a template and a place, -1 to 1; 0 for a place of one colour. */
function correlationAt(page: GreyPicture, { width, height, values }: GreyPicture, x: number, y: number): number {
  let [sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0]
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const a = values[row * width + column]!
      const b = page.values[(y + row) * page.width + x + column]!
      sumA += a
      sumB += b
      squareA += a * a
      squareB += b * b
      product += a * b
    }
  }
  const count = width * height
  const spread = (squareA - (sumA * sumA) / count) * (squareB - (sumB * sumB) / count)
  return spread <= 0 ? 0 : (product - (sumA * sumB) / count) / Math.sqrt(spread)
}
