import type { Picture } from '@signet/detection/lookalike/page-view'
import { randomOf, type Random } from '../lookalike/random.ts'

type Color = readonly [red: number, green: number, blue: number]
/** Whether a point is part of a shape; both are -1 to 1 from the middle of the logo. */
type Shape = (x: number, y: number) => boolean

/** A logo before it is drawn. */
export interface Logo {
  name: string
  ground: Color
  /** Painted one over the other. */
  layers: readonly { shape: Shape; color: Color }[]
}

const palette: readonly Color[] = [
  [20, 60, 140],
  [200, 30, 50],
  [10, 120, 90],
  [240, 150, 20],
  [90, 40, 130],
  [30, 30, 35],
  [0, 150, 200],
]
const white: Color = [255, 255, 255]

const disc =
  (x0: number, y0: number, radius: number): Shape =>
  (x, y) =>
    (x - x0) ** 2 + (y - y0) ** 2 < radius ** 2
const box =
  (x0: number, y0: number, width: number, height: number, angle = 0): Shape =>
  (x, y) => {
    const [across, down] = [x - x0, y - y0]
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    return Math.abs(across * cos + down * sin) < width && Math.abs(down * cos - across * sin) < height
  }
const without =
  (shape: Shape, hole: Shape): Shape =>
  (x, y) =>
    shape(x, y) && !hole(x, y)

/** A symbol in a disc, a square or on its own: what brands use, so that many have the same outline. */
export function inventedLogo(name: string): Logo {
  const random = randomOf(`logo ${name}`)
  const [first, second] = [random.pick(palette), random.pick(palette)]
  const frame = random.pick(['disc', 'square', 'none'] as const)
  const isLight = frame === 'none' || random.next() < 0.5
  const ink = frame === 'none' ? first : white
  const symbol = symbolOf(random).map((shape, at) => ({
    shape,
    color: at % 2 === 1 && second !== first ? second : ink,
  }))
  const framed = frame === 'disc' ? [{ shape: disc(0, 0, 0.9), color: first }] : []
  const ground = frame === 'square' ? first : isLight ? white : ([230, 232, 236] as const)
  // A second color that is that of the frame would hide a part.
  const layers = symbol.map(({ shape, color }) => ({
    shape,
    color: frame !== 'none' && color === first ? white : color,
  }))
  return { name, ground, layers: [...framed, ...layers] }
}

/** Three to five strokes and dots in a small grid. */
function symbolOf(random: Random): Shape[] {
  const between = (from: number, to: number) => from + random.next() * (to - from)
  const count = 3 + Math.floor(random.next() * 3)
  return Array.from({ length: count }, () => {
    const [x, y] = [between(-0.4, 0.4), between(-0.4, 0.4)]
    const kind = random.pick(['stroke', 'dot', 'ring', 'block'] as const)
    if (kind === 'stroke') return box(x * 0.6, y * 0.6, between(0.35, 0.55), between(0.06, 0.12), between(0, Math.PI))
    if (kind === 'dot') return disc(x, y, between(0.1, 0.22))
    if (kind === 'ring') {
      const radius = between(0.22, 0.38)
      return without(disc(x * 0.7, y * 0.7, radius), disc(x * 0.7, y * 0.7, radius - between(0.07, 0.12)))
    }
    return box(x, y, between(0.1, 0.28), between(0.1, 0.28))
  })
}

/** Points of a pixel that are looked at in each direction, for smooth edges. */
const samples = 2

/** Draws a logo in a square. */
export function drawnLogo({ ground, layers }: Logo, side: number): Picture {
  const pixels = new Uint8Array(side * side * 4).fill(255)
  const colorAt = (x: number, y: number) => layers.findLast(({ shape }) => shape(x, y))?.color ?? ground
  for (let at = 0; at < side * side; at++) {
    const sum = [0, 0, 0]
    for (let part = 0; part < samples * samples; part++) {
      const x = ((at % side) + ((part % samples) + 0.5) / samples) / side
      const y = (Math.floor(at / side) + (Math.floor(part / samples) + 0.5) / samples) / side
      for (const [channel, value] of colorAt(x * 2 - 1, y * 2 - 1).entries()) sum[channel] = (sum[channel] ?? 0) + value
    }
    for (const [channel, value] of sum.entries()) pixels[at * 4 + channel] = value / samples ** 2
  }
  return { width: side, height: side, pixels }
}

/** The same logo in other colors. */
export function recolored({ name, ground, layers }: Logo): Logo {
  const random = randomOf(`colors ${name}`)
  const known = new Map<string, Color>()
  const of = (color: Color): Color => {
    const key = color.join()
    const isLight = color[0] + color[1] + color[2] > 600
    const free = palette.filter((other) => ![...known.values()].includes(other))
    const next: Color = known.get(key) ?? (isLight ? color : random.pick(free))
    known.set(key, next)
    return next
  }
  return { name, ground: of(ground), layers: layers.map(({ shape, color }) => ({ shape, color: of(color) })) }
}

/** The same logo with light and dark exchanged. */
export const inverted = ({ width, height, pixels }: Picture): Picture => ({
  width,
  height,
  pixels: pixels.map((value, at) => (at % 4 === 3 ? value : 255 - value)),
})
