import { everySource, type AnySource } from '@signet/contract/threats/sources'
import { toutFactOf } from '@signet/contract/touts/tout-sources'
import { framed, type Scene } from './draw-scene.ts'
import { box, finding, greek, ink, linesOf, mark, sizeWithin, words } from './draw-shapes.ts'

/* What a customer of an unauthorised seller sees: the seller, the offer, the contact. */

/** Who follows a seller, by source. */
const followers: Partial<Record<AnySource, string>> = {
  Telegram: 'members',
  YouTube: 'subscribers',
  Extension: 'installs',
}

const buttons = ['Buy now', 'Reserve', 'Write to us'] as const

/** An offer as its source shows it. */
export function drawTout(scene: Scene): string[] {
  const { random, source, fields, title, brand, tint } = scene
  const seller = toutFactOf(source, fields, 'seller') ?? title
  const offer = toutFactOf(source, fields, 'offer') ?? title
  const contact = toutFactOf(source, fields, 'contact')
  const reach = Number(toutFactOf(source, fields, 'reach') ?? '')
  const colour = random.pick(tint.ads)
  const lines = linesOf(offer, 24, 4)
  /** Where the line below the offer ends. */
  const below = 206 + lines.length * 44
  const markup = scene.reason('Sells above') ?? scene.reason('Unlicensed seller') ?? scene.reason('Sells tips')
  return [
    box(0, 0, 960, 600, ink.paper),
    box(0, 0, 960, 92, tint.dark),
    mark(64, 46, 30, ink.white),
    words(112, 42, seller, { size: sizeWithin(seller, 600, 27), isBold: true, fill: ink.white, lengthMax: 60 }),
    words(112, 70, everySource[source].label, { size: 18, fill: tint.light }),
    reach > 0
      ? words(730, 54, `${reach.toLocaleString('en')} ${followers[source] ?? 'followers'}`, { fill: ink.white })
      : '',
    box(50, 132, 860, 418, ink.white, { round: 16, stroke: ink.line }),
    box(82, 166, 300, 210, tint.pale, { round: 12 }),
    mark(232, 240, 58, colour),
    words(232, 362, brand, { size: 22, isBold: true, fill: colour, middle: true, lengthMax: 22 }),
    framed(scene, 166, 174, 132),
    ...lines.map((line, index) => words(420, 206 + index * 44, line, { size: 30, isBold: true })),
    ...(markup
      ? [
          words(420, below, markup.value ?? markup.name, { size: 22, lengthMax: 36 }),
          finding(408, below - 30, 478, 44, markup.name, true),
        ]
      : []),
    greek(84, 408, [290, 240]),
    contact === null ? '' : words(84, 500, contact, { size: 20, isMono: true, lengthMax: 42 }),
    box(640, 460, 236, 60, tint.action, { round: 12 }),
    words(758, 498, random.pick(buttons), { size: 24, isBold: true, fill: ink.white, middle: true }),
  ]
}
