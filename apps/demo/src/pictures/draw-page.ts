import type { Indicator } from '@signet/contract/threats/findings'
import { severityFloors } from '@signet/contract/threats/severity-bands'
import { sumOf } from '../threats/weigh-indicators.ts'
import type { Scene } from './draw-scene.ts'
import { box, finding, greek, ink, linesOf, mark, sizeWithin, words } from './draw-shapes.ts'

/* Web pages: the copied sign-in page in several layouts, a plain page, a parked name, and a page that was removed. */

/** What the page of a name shows: the copied page, a sign-in page of somebody else, one without a form, or none. */
export type Page = 'copied' | 'members' | 'plain' | 'parked' | 'gone' | 'silent'

/** What the page shows that the indicators speak of. */
export function pageOf(indicators: readonly Indicator[]): Page {
  const has = (begins: string) => indicators.some(({ name }) => name.startsWith(begins))
  if (has('Parked page')) return 'parked'
  if (has('Page unavailable')) return 'gone'
  if (has('Web server not responding') || has('Does not resolve')) return 'silent'
  // What the detector finds hardly suspicious doesn't look like the brand.
  if (sumOf(indicators) >= severityFloors.Medium || has('Brand in the page title')) return 'copied'
  return has('Password field') ? 'members' : 'plain'
}

const templates: Record<Exclude<Page, 'silent'>, (scene: Scene) => string[]> = {
  copied: drawSignIn,
  members: drawPlain,
  plain: drawPlain,
  parked: drawParked,
  gone: drawNotFound,
}

/** The page of a look-alike name or a phishing address; null if none answered. */
export function drawPage(scene: Scene): string[] | null {
  const page = pageOf(scene.indicators)
  return page === 'silent' ? null : templates[page](scene)
}

const lures = [
  { head: 'Verify your account', below: 'Your access will be limited in 24 hours', button: 'Continue' },
  { head: 'Confirm your identity', below: 'Your documents are out of date', button: 'Confirm' },
  { head: 'Claim your reward', below: 'Your bonus of 250 ends today', button: 'Claim now' },
  { head: 'Unlock your card', below: 'We stopped an unusual payment', button: 'Unlock' },
  { head: 'Receive your refund', below: 'Choose the card it is paid to', button: 'Next' },
] as const

function input(x: number, y: number, width: number, label: string): string {
  const field = box(x, y, width, 58, ink.white, { round: 8, stroke: '#b7c7cf' })
  return field + words(x + 20, y + 36, label, { fill: '#98a6ad' })
}

function drawSignIn(scene: Scene): string[] {
  const { random, world, brand, title, field, tint } = scene
  const address = field('link') + title
  const lure = /reward|bonus|claim|cashback/.test(address)
    ? lures[2]
    : /refund/.test(address)
      ? lures[4]
      : /kyc|verify/.test(address)
        ? lures[1]
        : random.pick([lures[0], lures[0], lures[3]])
  const colour = random.pick(tint.pages)
  const side = random.int(380, 440)
  const isMirrored = random.chance(0.2)
  const panel = isMirrored ? 960 - side : 0
  const form = (isMirrored ? 0 : side) + 64
  const width = 960 - side - 128
  const half = Math.floor((width - 20) / 2)
  const asks = scene.reason('Password field')
  const labels = random.pick([
    ['Customer ID', 'Password', 'Card PIN'],
    ['Card number', 'Password', 'Card PIN'],
    ['Mobile number', 'Password', 'One-time code'],
  ])
  return [
    box(0, 0, 960, 600, ink.paper),
    box(panel, 0, side, 600, colour),
    mark(panel + 82, 108, 44),
    words(panel + 134, 119, brand, { size: sizeWithin(brand, side - 150, 29), isBold: true, fill: ink.white }),
    ...linesOf(random.pick(world.slogans), 15, 3).map((line, index) =>
      words(panel + 52, 262 + index * 50, line, { size: 36, isBold: true, fill: tint.light }),
    ),
    words(form, 124, lure.head, { size: 38, isBold: true }),
    words(form, 164, lure.below, { size: 20, fill: ink.muted }),
    input(form, 196, width, labels[0] ?? ''),
    input(form, 272, width, labels[1] ?? ''),
    input(form, 348, half, labels[2] ?? ''),
    box(form + half + 20, 348, half, 58, tint.action, { round: 8 }),
    words(form + half + 20 + half / 2, 384, lure.button, { size: 21, fill: ink.white, isBold: true, middle: true }),
    asks ? finding(form - 14, 261, width + 28, 80, asks.name, true, 'inside') : '',
    greek(form, 500, [width - 80, Math.floor(width / 2)]),
  ]
}

/** A page without the mark or the colours of the brand. */
function drawPlain(scene: Scene): string[] {
  const { title } = scene
  const asks = scene.reason('Password field')
  const signIn = [
    input(270, 236, 420, 'Email'),
    input(270, 312, 420, 'Password'),
    box(270, 392, 420, 58, '#3a4656', { round: 8 }),
    words(480, 428, 'Sign in', { size: 21, fill: ink.white, isBold: true, middle: true }),
    asks ? finding(256, 300, 448, 82, asks.name, true, 'right') : '',
  ]
  return [
    box(0, 0, 960, 600, ink.paper),
    box(0, 0, 960, 84, ink.white),
    words(60, 52, title, { size: 26, isBold: true, lengthMax: 50 }),
    words(480, 180, asks ? 'Members' : 'A new site is being built here', { size: 34, isBold: true, middle: true }),
    ...(asks ? signIn : [greek(270, 236, [420, 380, 300])]),
    greek(60, 540, [320]),
  ]
}

function drawParked(scene: Scene): string[] {
  const { random, world, title, field } = scene
  const links = random.shuffled(world.parkedLinks).slice(0, 4)
  return [
    box(0, 0, 960, 600, ink.white),
    box(0, 0, 960, 92, '#24323a'),
    words(480, 56, title, { size: 26, fill: ink.white, middle: true, lengthMax: 54 }),
    words(480, 150, 'This name is parked', { size: 32, isBold: true, middle: true }),
    words(480, 188, `Registered through ${field('registrar') || 'a registrar'}`, { fill: ink.muted, middle: true }),
    ...links.map(
      (link, index) =>
        box(180, 226 + index * 78, 600, 62, ink.paper, { round: 8, stroke: ink.line }) +
        words(210, 265 + index * 78, link, { size: 22, fill: '#1d5fa8' }),
    ),
    greek(330, 564, [300]),
  ]
}

function drawNotFound({ title }: Scene): string[] {
  return [
    box(0, 0, 960, 600, ink.paper),
    box(330, 150, 300, 190, ink.white, { round: 14, stroke: ink.line }),
    box(330, 150, 300, 36, ink.line, { round: 14 }),
    `<path d="M440 300 q40 -50 80 0" fill="none" stroke="${ink.muted}" stroke-width="6"/>`,
    box(430, 226, 12, 22, ink.muted, { round: 6 }),
    box(518, 226, 12, 22, ink.muted, { round: 6 }),
    words(480, 410, '404', { size: 38, isBold: true, middle: true }),
    words(480, 452, 'The page was not found on this server.', { size: 20, fill: ink.muted, middle: true }),
    words(480, 520, title, { size: 17, fill: ink.muted, isMono: true, middle: true, lengthMax: 70 }),
  ]
}
