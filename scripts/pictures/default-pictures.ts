import type { Picture } from '@signet/detection/lookalike/page-view'
import { randomOf } from '../lookalike/random.ts'
import { drawnLogo, type Logo } from './invented-logos.ts'

/*
 * Pictures that platforms show for accounts without one, drawn after what they have in common: the outline of a person or an egg in one
 * shade on another, initials, and a ground of one colour. None of them is copied.
 */

type Shape = Logo['layers'][number]['shape']
const ellipse =
  (x0: number, y0: number, wide: number, high: number): Shape =>
  (x, y) =>
    ((x - x0) / wide) ** 2 + ((y - y0) / high) ** 2 < 1
const all =
  (...shapes: Shape[]): Shape =>
  (x, y) =>
    shapes.some((shape) => shape(x, y))

/** Strokes of some letters, each from one point to another. */
const letters: readonly (readonly (readonly [number, number, number, number])[])[] = [
  [
    [-0.6, 1, 0, -1],
    [0, -1, 0.6, 1],
    [-0.35, 0.3, 0.35, 0.3],
  ],
  [
    [-0.5, -1, -0.5, 1],
    [-0.5, -1, 0.5, -1],
    [-0.5, 0, 0.3, 0],
    [-0.5, 1, 0.5, 1],
  ],
  [
    [-0.6, 1, -0.6, -1],
    [-0.6, -1, 0.6, 1],
    [0.6, 1, 0.6, -1],
  ],
  [
    [-0.5, -1, -0.5, 1],
    [-0.5, 1, 0.5, 1],
  ],
  [
    [-0.6, -1, 0.6, -1],
    [0, -1, 0, 1],
  ],
  [
    [-0.5, -1, -0.5, 1],
    [-0.5, -1, 0.5, -0.9],
    [0.5, -0.9, 0.5, -0.1],
    [-0.5, 0, 0.5, -0.1],
  ],
  [
    [-0.6, -1, 0, 1],
    [0, 1, 0.6, -1],
  ],
]

const stroke =
  ([x1, y1, x2, y2]: readonly [number, number, number, number], width: number): Shape =>
  (x, y) => {
    const [dx, dy] = [x2 - x1, y2 - y1]
    const along = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)))
    return Math.hypot(x - x1 - along * dx, y - y1 - along * dy) < width
  }

function initials(from: number, size: number, count: 1 | 2): Shape {
  const drawn = Array.from({ length: count }, (_, at) => {
    const strokes = (letters[(from + at * 3) % letters.length] ?? []).map((line) => stroke(line, 0.16))
    const x0 = count === 1 ? 0 : (at - 0.5) * 1.5 * size
    return (x: number, y: number) => strokes.some((shape) => shape((x - x0) / size, y / size))
  })
  return all(...drawn)
}

/** Default pictures of many proportions, shades and sizes. */
export function defaultPictures(count: number): Picture[] {
  const random = randomOf('default pictures')
  const between = (from: number, to: number) => from + random.next() * (to - from)
  return Array.from({ length: count }, (_, at) => {
    const kind = random.pick(['person', 'person', 'egg', 'initial', 'initials', 'ground'] as const)
    const shape: Record<typeof kind, () => Shape[]> = {
      person: () => {
        const head = between(0.26, 0.4)
        const y = between(-0.4, -0.1)
        return [
          all(
            ellipse(0, y, head, head * between(1, 1.25)),
            ellipse(0, y + head + between(0.55, 0.8), between(0.5, 0.8), between(0.4, 0.65)),
          ),
        ]
      },
      egg: () => [ellipse(0, 0, between(0.4, 0.5), between(0.5, 0.7))],
      initial: () => [initials(at, between(0.24, 0.36), 1)],
      initials: () => [initials(at, between(0.2, 0.3), 2)],
      ground: () => [],
    }
    const isGrey = random.next() < 0.5 && kind !== 'initial' && kind !== 'initials'
    const ground = isGrey
      ? ([228, 230, 235] as const)
      : ([between(15, 170), between(15, 170), between(15, 170)] as const)
    const color = isGrey ? ([190, 195, 201] as const) : ([255, 255, 255] as const)
    const layers = shape[kind]().map((each) => ({ shape: each, color }))
    return drawnLogo({ name: kind, ground, layers }, random.pick([48, 96, 200, 400]))
  })
}
