import { framed, logoTag, type Scene } from './draw-scene.ts'
import { box, disc, finding, greek, ink, linesOf, mark, sizeWithin, words } from './draw-shapes.ts'

/* Captures of platforms: profiles, videos, chats, advertisements, places. */

function postsFor(name: string): readonly string[] {
  if (/Career|Talent|Hiring|Recruit|(?:Bank|Rail|Lottery)$/.test(name))
    return ['We are hiring from home. A small fee covers your background check.']
  if (/Reward|Cashback|Gift|Giveaway|Bonus/.test(name))
    return [
      'Anniversary bonus for every customer: 250 on your card. Link in the profile.',
      'The first hundred who sign in today get their cashback doubled.',
    ]
  if (/Loan|Invest|Wealth|Crypto|Capital|Card$/.test(name))
    return [
      'Put in 100 on Monday, take out 240 on Friday. Places are limited.',
      'Approved in five minutes, no questions. Write to us for the form.',
    ]
  return [
    'We lift the limit on your account today. Send us a message with your card number.',
    'Our desk answers day and night. Write to us, do not wait in the branch.',
  ]
}

/** A profile, page or group, with a post. */
export function drawProfile(scene: Scene): string[] {
  const { random, field, title, tint } = scene
  const name = field('ProfileName') || field('Name') || field('PageName') || field('GroupName') || field('postedBy')
  const shown = name || field('postOwnerName') || title
  const handle = field('Username') || field('Handle') || field('headline') || field('ProfileUrl')
  const followers = Number(field('followers') || random.int(40, 9000)).toLocaleString('en')
  const post = random.pick(postsFor(shown))
  const banner = random.pick([tint.light, '#c9d8e8', '#d9d3e6', '#e8dcc9'])
  return [
    box(0, 0, 960, 600, ink.paper),
    box(0, 0, 960, 170, banner),
    mark(780, 84, 120, '#ffffff55'),
    disc(150, 176, 84, ink.white),
    mark(150, 176, 76, ink.white, tint.main),
    framed(scene, 62, 88, 176),
    words(262, 226, shown, { size: sizeWithin(shown.slice(0, 36), 560, 34), isBold: true, lengthMax: 36 }),
    words(262, 260, handle, { size: 20, fill: ink.muted, lengthMax: 58 }),
    box(756, 272, 150, 48, tint.main, { round: 24 }),
    words(831, 303, random.pick(['Follow', 'Message', 'Join']), { fill: ink.white, isBold: true, middle: true }),
    words(262, 302, `${followers} followers`, { size: 19, isBold: true }),
    words(440, 302, `${random.int(0, 60)} posts`, { size: 19, fill: ink.muted }),
    box(60, 336, 840, 214, ink.white, { round: 14, stroke: ink.line }),
    mark(100, 378, 22, ink.white, tint.main),
    words(134, 375, shown, { size: 19, isBold: true, lengthMax: 50 }),
    words(134, 398, `${random.int(1, 22)} h`, { size: 16, fill: ink.muted }),
    ...linesOf(post, 68, 2).map((line, index) => words(80, 442 + index * 32, line, { size: 23 })),
    greek(80, 506, [random.int(300, 620), random.int(160, 420)]),
  ]
}

/** A video with the channel below it. */
export function drawVideo(scene: Scene): string[] {
  const { random, field, threatType, title, tint } = scene
  const video = field('videoTitle')
  const isLive = threatType === 'Fake livestream'
  return [
    box(0, 0, 960, 600, ink.white),
    box(40, 36, 880, 400, tint.main, { round: 14 }),
    mark(300, 220, 90),
    words(420, 212, scene.brand, { size: 46, isBold: true, fill: ink.white }),
    words(420, 258, random.pick(['Send 1, get 2 back', 'Official announcement', 'Only today']), {
      size: 28,
      fill: tint.light,
    }),
    framed(scene, 196, 116, 208),
    isLive
      ? `${box(64, 60, 84, 36, ink.red, { round: 6 })}${words(106, 85, 'LIVE', { fill: ink.white, isBold: true, middle: true })}`
      : '',
    box(40, 424, 880, 12, tint.dark),
    box(40, 424, random.int(120, 760), 12, tint.action),
    words(40, 486, video, { size: 28, isBold: true, lengthMax: 60 }),
    mark(66, 538, 26, ink.white, tint.main),
    words(106, 534, title, { size: 21, isBold: true, lengthMax: 50 }),
    words(106, 560, `${Number(field('subscribers')).toLocaleString('en')} subscribers`, { size: 17, fill: ink.muted }),
  ]
}

/** A chat with the sender's request. */
export function drawChat(scene: Scene): string[] {
  const { random, field, source, title, threatType, tint } = scene
  const isChannel = source === 'Telegram'
  const message = field('message_content') || field('message')
  const name = isChannel ? field('channel_data.title') : title
  const below = isChannel
    ? `${Number(field('channel_data.participants_count')).toLocaleString('en')} members`
    : field('Profile')
  const lines = linesOf(message, 50, 4)
  const height = 40 + lines.length * 34
  const isSale = threatType === 'Sale of accounts'
  const asks = scene.reason('Asks for') ?? scene.reason('Sells')
  return [
    box(0, 0, 960, 600, isChannel ? '#dbe8ec' : '#e9e4da'),
    box(0, 0, 960, 96, ink.white),
    mark(68, 48, 32, ink.white, tint.main),
    words(120, 44, name, { size: 26, isBold: true, lengthMax: 44 }),
    words(120, 72, below, { size: 18, fill: ink.muted }),
    framed(scene, 30, 10, 76),
    box(60, 146, 640, height, ink.white, { round: 18 }),
    ...lines.map((line, index) => words(84, 190 + index * 34, line, { size: 23 })),
    asks ? finding(52, 138, 656, height + 16, asks.name, true) : '',
    box(420, height + 216, 480, 64, tint.pale, { round: 18 }),
    words(
      444,
      height + 256,
      random.pick(
        isSale ? ['How much for ten?', 'Still there?'] : [`Is this really ${scene.brand}?`, 'I sent the picture.'],
      ),
      {
        size: 22,
      },
    ),
    box(60, height + 300, random.int(300, 520), 58, ink.white, { round: 18 }),
    words(
      84,
      height + 337,
      random.pick(
        isSale ? ['Write to me for the list.', 'Only today.'] : ['Yes. Please hurry, sir.', 'Write to our agent.'],
      ),
      {
        size: 22,
      },
    ),
    box(0, 536, 960, 64, ink.white),
    greek(40, 563, [260]),
  ]
}

/** A sponsored post. */
export function drawAd(scene: Scene): string[] {
  const { random, field, title, tint } = scene
  const colour = random.pick(tint.ads)
  return [
    box(0, 0, 960, 600, ink.paper),
    box(150, 40, 660, 520, ink.white, { round: 16, stroke: ink.line }),
    mark(198, 88, 24, ink.white, tint.main),
    words(236, 84, title, { size: 21, isBold: true, lengthMax: 40 }),
    words(236, 108, `Sponsored · ${field('adSource')}`, { size: 16, fill: ink.muted }),
    ...linesOf(field('creative'), 56, 2).map((line, index) => words(176, 152 + index * 30, line, { size: 22 })),
    box(150, 206, 660, 250, colour),
    mark(290, 332, 84),
    words(400, 322, scene.brand, { size: 40, isBold: true, fill: ink.white }),
    words(400, 366, random.pick(['12% a month, guaranteed', '250 back on your card', 'Approved in 5 minutes']), {
      size: 27,
      fill: '#ffd9a8',
    }),
    logoTag(scene) ? finding(194, 236, 192, 180, logoTag(scene) ?? '') : '',
    words(176, 514, field('landingUrl').replace(/^https?:\/\//, ''), { fill: ink.muted, lengthMax: 40 }),
    box(632, 482, 152, 52, tint.action, { round: 10 }),
    words(708, 515, random.pick(['Claim', 'Apply now', 'Sign up']), {
      size: 20,
      fill: ink.white,
      isBold: true,
      middle: true,
    }),
  ]
}

function road(path: string, width: number): string {
  return `<path d="${path}" fill="none" stroke="${ink.white}" stroke-width="${width}"/>`
}

/** A place and its marker. */
export function drawMap(scene: Scene): string[] {
  const { random, field, title, tint } = scene
  const bend = random.int(-60, 60)
  return [
    box(0, 0, 960, 600, '#e3ebe4'),
    box(640 + bend, 60, 210, 150, '#cbe0c8', { round: 20 }),
    `<path d="M380 ${470 + bend} C560 ${400 + bend} 700 560 960 ${480 - bend} V600 H380Z" fill="#bcd8e6"/>`,
    road(`M380 ${180 + bend} C560 ${140 + bend} 720 300 960 ${240 + bend}`, 26),
    road(`M${560 + bend} 0 L${620 - bend} 600`, 18),
    road(`M380 ${380 - bend} L960 ${360 + bend}`, 12),
    `<path d="M660 250 c-40 -56 -48 -66 -48 -92 a48 48 0 0 1 96 0 c0 26 -8 36 -48 92z" fill="${ink.red}"/>`,
    mark(660, 158, 30, ink.white),
    box(0, 0, 380, 600, ink.white),
    box(0, 0, 380, 150, tint.main),
    mark(190, 75, 52),
    ...linesOf(title, 24, 2).map((line, index) => words(28, 196 + index * 34, line, { size: 27, isBold: true })),
    words(
      28,
      268,
      `${(random.int(21, 49) / 10).toFixed(1)} · ${random.int(4, 90)} reviews · ${scene.world.tradeName}`,
      {
        fill: ink.muted,
      },
    ),
    words(28, 318, field('placeAddress'), { size: 18, lengthMax: 36 }),
    words(28, 360, field('phone'), { size: 24, isBold: true }),
    scene.reason('Foreign phone number') ? finding(18, 332, 290, 40, 'Not the client’s number') : '',
    words(28, 440, field('website').replace(/^https?:\/\//, ''), { size: 17, fill: tint.main, lengthMax: 38 }),
    greek(28, 476, [300, 260, 180]),
  ]
}
