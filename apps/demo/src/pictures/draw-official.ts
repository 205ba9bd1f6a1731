import type { DemoWorld } from '../demo-world.ts'
import type { Tint } from './draw-tint.ts'
import { box, disc, drawing, greek, ink, linesOf, mark, sizeWithin, words } from './draw-shapes.ts'

/**
 * Generates the genuine sign-in page of an invented brand, which the captures of its threats imitate: plainer, without a lure, with its own
 * name.
 *
 * @param tint the colours of the page; the brands of one company have different ones
 * @returns an SVG document of 960 × 600
 */
export function drawOfficial(
  { slogans }: Pick<DemoWorld, 'slogans'>,
  { name, official }: { name: string; official: readonly string[] },
  tint: Tint,
): string {
  const [form, width] = [484, 400]
  const { main: colour, light: pale } = tint
  const field = (y: number, label: string) =>
    words(form, y - 10, label, { size: 16, fill: ink.muted }) +
    box(form, y, width, 54, ink.white, { round: 8, stroke: '#b7c7cf' })
  return drawing([
    box(0, 0, 960, 600, ink.paper),
    box(0, 0, 400, 600, colour),
    mark(82, 108, 44),
    words(134, 119, name, { size: sizeWithin(name, 250, 29), isBold: true, fill: ink.white }),
    ...linesOf(slogans[0] ?? '', 15, 3).map((line, index) =>
      words(52, 262 + index * 50, line, { size: 36, isBold: true, fill: pale }),
    ),
    words(52, 548, official[0] ?? '', { size: 18, isMono: true, fill: pale }),
    words(form, 118, 'Sign in', { size: 38, isBold: true }),
    words(form, 154, 'We never ask for your PIN here.', { size: 20, fill: ink.muted }),
    field(208, 'Customer ID'),
    field(304, 'Password'),
    box(form, 388, width, 58, colour, { round: 8 }),
    words(form + width / 2, 424, 'Sign in', { size: 21, fill: ink.white, isBold: true, middle: true }),
    words(form, 486, 'Forgotten your password?', { size: 18, fill: '#1d5fa8' }),
    disc(form + 8, 538, 8, ink.line),
    greek(form + 28, 532, [200]),
  ])
}
