import { framed, logoTag, type Scene } from './draw-scene.ts'
import { box, disc, finding, greek, ink, mark, sizeWithin, words } from './draw-shapes.ts'
import type { Tint } from './draw-tint.ts'
import type { Random } from '../random.ts'

/*
 * App listings, posts, documents and code.
 */

/** A listing in an app store. */
export function drawApp(scene: Scene): string[] {
  const { random, field, title, threatType, tint } = scene
  const icon = random.pick(tint.icons)
  return [
    box(0, 0, 960, 600, ink.white),
    box(0, 0, 960, 64, ink.paper),
    words(48, 41, field('store') || 'App store', { isBold: true, fill: ink.muted }),
    box(60, 104, 176, 176, icon, { round: 40 }),
    mark(148, 192, 66),
    threatType === 'Modified app' ? disc(222, 116, 24, tint.action) : '',
    framed(scene, 50, 94, 196),
    words(280, 146, title, { size: 40, isBold: true, lengthMax: 30 }),
    words(280, 184, field('packageName'), { size: 20, fill: ink.muted, isMono: true, lengthMax: 48 }),
    words(280, 216, `Version ${field('versionName')}`, { size: 19, fill: ink.muted }),
    box(280, 238, 190, 52, tint.action, { round: 26 }),
    words(375, 272, 'Install', { size: 21, fill: ink.white, isBold: true, middle: true }),
    words(500, 272, `${(random.int(31, 49) / 10).toFixed(1)} of 5`, { fill: ink.muted }),
    ...[0, 1, 2].map((index) => appScreen(60 + index * 190, index, tint)),
    box(650, 330, 250, 220, ink.paper, { round: 14, stroke: ink.line }),
    words(674, 368, 'Wants access to', { isBold: true }),
    ...['SMS messages', 'Contacts', 'Draw over other apps'].map((right, index) =>
      words(674, 408 + index * 34, right, { size: 18, fill: ink.muted }),
    ),
  ]
}

function appScreen(x: number, index: number, tint: Tint): string {
  const head = box(x, 330, 164, 64, tint.main, { round: 14 })
  const body = index === 1 ? greek(x + 16, 416, [130, 96, 118]) : greek(x + 16, 416, [118, 132, 84])
  return `${box(x, 330, 164, 220, ink.paper, { round: 14, stroke: ink.line })}${head}${mark(x + 30, 362, 18)}${body}${box(x + 16, 500, 132, 30, tint.action, { round: 8 })}`
}

/** A post on a forum, or the message that a victim received. */
export function drawPost(scene: Scene): string[] {
  const { random, field, title, source } = scene
  const isForum = source === 'DarkWeb'
  const head = isForum ? field('post_title') : `Pay to: ${field('account_name')}`
  const rows = isForum
    ? ['name;phone;branch;opened', ...Array.from({ length: 6 }, () => sampleLine(random))]
    : [
        `Account   ${title}`,
        `Name      ${field('account_name')}`,
        `Bank      ${field('bank_name')}`,
        `Reference REFUND-${random.int(1000, 9999)}`,
        '',
        `Seen with ${field('seenWith')}`,
      ]
  return [
    box(0, 0, 960, 600, isForum ? '#14181c' : ink.paper),
    box(0, 0, 960, 68, isForum ? '#1e252b' : ink.white),
    words(48, 43, isForum ? field('forum') : 'Message from a victim', {
      size: 22,
      isBold: true,
      fill: isForum ? '#9fb3bd' : ink.muted,
    }),
    words(48, 130, head, { size: 30, isBold: true, fill: isForum ? '#e6edf0' : ink.text, lengthMax: 54 }),
    words(
      48,
      164,
      isForum ? `${title} · ${random.int(12, 900)} posts · ${random.int(1, 23)} h ago` : field('bank_name'),
      {
        fill: isForum ? '#7d919b' : ink.muted,
      },
    ),
    box(48, 196, 864, 290, isForum ? '#0d1013' : ink.white, { round: 12, stroke: isForum ? '#2a333a' : ink.line }),
    ...rows.map((row, index) =>
      words(76, 240 + index * 36, row, { size: 20, isMono: true, fill: isForum ? '#8fd0c4' : ink.text, lengthMax: 66 }),
    ),
    greek(48, 520, [random.int(300, 700), random.int(200, 500)], isForum ? '#2a333a' : ink.line),
  ]
}

function sampleLine(random: Random): string {
  return `${random.pick(['a', 'e', 'm', 'r', 't'])}*****;+44 20 7946 0***;${random.pick(['017', '204', '331'])};20${random.int(11, 24)}`
}

/** The first page of a document. */
export function drawDocument(scene: Scene): string[] {
  const { random, field, title, threatType, tint } = scene
  const isTable = threatType === 'Customer records'
  return [
    box(0, 0, 960, 600, '#dfe4e7'),
    words(40, 44, field('docSource'), { size: 19, fill: ink.muted, isBold: true }),
    box(150, 66, 660, 534, ink.white),
    mark(204, 122, 30, ink.white, tint.main),
    words(246, 130, scene.world.company.name, { size: 24, isBold: true, fill: tint.main }),
    logoTag(scene) ? finding(166, 84, 258, 76, logoTag(scene) ?? '') : '',
    words(190, 236, title, { size: sizeWithin(title, 590, 28), isBold: true }),
    scene.reason('Marked') ? words(640, 130, 'CONFIDENTIAL', { size: 18, isBold: true, fill: ink.red }) : '',
    isTable
      ? Array.from(
          { length: 8 },
          (_, row) =>
            greek(190, 276 + row * 36, [120]) +
            greek(350, 276 + row * 36, [random.int(100, 190)]) +
            greek(590, 276 + row * 36, [random.int(60, 150)]),
        ).join('')
      : greek(
          190,
          276,
          Array.from({ length: 12 }, () => random.int(340, 580)),
        ),
  ]
}

/** A file of a repository, or the response of a host. */
export function drawCode(scene: Scene): string[] {
  const { random, field, source, title, threatType, tint } = scene
  const isHost = source === 'EASM'
  const secret = `${random.hex(6)}${'•'.repeat(18)}`
  const lines = isHost
    ? [
        `$ connect ${field('host')}:${field('port')}`,
        `Connected to ${field('address')}.`,
        '',
        `> ${field('evidence')}`,
        `> server time ${random.int(10, 23)}:${random.int(10, 59)}`,
        '$',
      ]
    : (scene.world.codeLines[threatType] ?? []).map((line) => line.replace('{secret}', secret))
  return [
    box(0, 0, 960, 600, isHost ? '#11171a' : ink.white),
    box(0, 0, 960, 76, isHost ? '#1c2529' : ink.paper),
    words(40, 48, title, { size: 24, isBold: true, fill: isHost ? '#dfe8ea' : tint.main, lengthMax: 58 }),
    words(40, 116, isHost ? `${field('host')} · ${field('address')}` : field('path'), {
      size: 19,
      isMono: true,
      fill: isHost ? '#8ca0a8' : ink.muted,
    }),
    box(40, 140, 880, 360, isHost ? '#0b0f11' : '#f8fafb', { round: 10, stroke: isHost ? '#2a363b' : ink.line }),
    ...lines.flatMap((line, index) => [
      words(64, 190 + index * 46, String(index + 1), { size: 18, isMono: true, fill: '#9aa7ad' }),
      words(110, 190 + index * 46, line, {
        size: 21,
        isMono: true,
        fill: isHost ? '#9fe0c6' : ink.text,
        lengthMax: 62,
      }),
    ]),
    scene.reason('Secret with') ? finding(100, 252, 640, 88, 'Secret', true) : '',
    greek(40, 530, [random.int(200, 420)], isHost ? '#2a363b' : ink.line),
  ]
}
