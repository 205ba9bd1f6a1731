import { keysIn } from '@signet/contract/narrow'
import { type CorpusBrand, corpusBrands, logoAddress } from './brands.ts'
import { formWords, type FormWords } from './form-words.ts'
import { type Random, randomOf } from './random.ts'
import { type AskedKind, fieldsOf, type FieldStyle, logoImage, type SignInPage, signInPage } from './sign-in-pages.ts'

/** One page of the corpus with its truth. */
export interface CorpusPage {
  id: string
  /** What it is, e.g. `news with a logo`. */
  kind: string
  address: string
  html: string
  /** The brand it is about. */
  brand: CorpusBrand
  /** True when a visitor would take it for a page of the brand. */
  showsBrand: boolean
  /** True when it asks for a password, card, PIN, code or recovery phrase, on behalf of anyone. */
  asksForSecrets: boolean
}

const languages = keysIn(formWords)

/** A brand's own sign-in page. */
export function officialPage(brand: CorpusBrand): CorpusPage {
  const words = formWords[brand.language]
  const names = ['user', 'secret']
  const asks: AskedKind[] = brand.asks === 'seedPhrase' ? ['password'] : ['signIn', 'password']
  const html = signInPage({
    ...ownLook(brand),
    words,
    fields: fieldsOf(asks, words, 'label', () => names.shift() ?? 'more'),
    action: '/session',
  })
  const address = `https://www.${brand.domain}/login`
  return { id: `${brand.id}-official`, kind: 'official', address, html, brand, showsBrand: true, asksForSecrets: true }
}

function ownLook(brand: CorpusBrand): Omit<SignInPage, 'words' | 'fields' | 'action'> {
  return {
    ...brand,
    title: `${brand.name} – ${formWords[brand.language].signIn}`,
    icon: logoAddress(brand, { fg: brand.colour, bg: '#ffffff', height: 32, isSymbol: true }),
    logo: (place) =>
      place === 'dark' ? logoImage(brand, '#ffffff', brand.colour, 44) : logoImage(brand, brand.colour, '#ffffff', 44),
  }
}

interface Maker {
  brand: CorpusBrand
  random: Random
  words: FormWords
  /** Another brand of the same split. */
  other: CorpusBrand
  name: () => string
}

type Made = Pick<CorpusPage, 'kind' | 'address' | 'html' | 'showsBrand' | 'asksForSecrets'>

const impostor = (kind: string, address: string, html: string, asksForSecrets = true): Made => ({
  kind,
  address,
  html,
  showsBrand: true,
  asksForSecrets,
})

const honest = (kind: string, address: string, html: string, asksForSecrets = false): Made => ({
  kind,
  address,
  html,
  showsBrand: false,
  asksForSecrets,
})

const lureHost = ({ brand, random }: Maker) =>
  `${brand.id}-${random.pick(['secure', 'login', 'verify', 'support', 'help24'])}.${random.pick(['test', 'invalid'])}`

function drawn(maker: Maker, asks: readonly AskedKind[], style: FieldStyle, rest: Partial<SignInPage>): string {
  const { brand, words, random, name } = maker
  return signInPage({
    ...ownLook(brand),
    words,
    fields: fieldsOf(asks, words, style, name),
    action: random.pick(['next.php', 'https://collect.test/in', '']),
    lure: words.lure,
    title: `${words.signIn} | ${brand.name}`,
    icon: 'data:,',
    layout: random.pick([0, 1, 2, 3]),
    ...rest,
  })
}

const loginAsks = ({ asks }: CorpusBrand): AskedKind[] => (asks === 'seedPhrase' ? ['seed'] : ['signIn', 'password'])

/** A text as a picture, which no program reads. */
const drawnText = (text: string) =>
  `<img src="data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="380" height="22"><text y="16" font-family="Arial" font-size="15">${text}</text></svg>`).toString('base64')}">`

/* Impostors, from exact copies to crude ones. */
const impostors: readonly ((maker: Maker) => Made)[] = [
  (maker) => {
    const { brand } = maker
    const words = formWords[brand.language]
    const { layout, title, icon } = { ...ownLook(brand) }
    const html = drawn({ ...maker, words }, [...loginAsks(brand), 'pin'], 'label', { layout, title, icon })
    return impostor('exact copy', `https://${lureHost(maker)}/login`, html)
  },
  (maker) =>
    impostor('other layout', `https://${lureHost(maker)}/`, drawn(maker, loginAsks(maker.brand), 'placeholder', {})),
  (maker) => {
    const { brand, random } = maker
    const size = 24 + Math.floor(random.next() * 60)
    const fg = random.pick(['#ffffff', '#000000', brand.accent])
    const logo: SignInPage['logo'] = (place) =>
      logoImage(
        brand,
        place === 'dark' ? '#ffffff' : fg === '#ffffff' ? '#333333' : fg,
        place === 'dark' ? brand.colour : '#ffffff',
        size,
      )
    return impostor(
      'recoloured logo, card form',
      `https://${lureHost(maker)}/card`,
      drawn(maker, ['card'], 'hidden', { logo }),
    )
  },
  (maker) => {
    const logo: SignInPage['logo'] = (place) =>
      logoImage(maker.brand, place === 'dark' ? '#ffffff' : maker.brand.colour, maker.brand.colour, 26)
    return impostor(
      'small logo, one-time code',
      `https://${lureHost(maker)}/sms`,
      drawn(maker, ['code'], maker.random.pick(['label', 'hidden']), { logo }),
    )
  },
  (maker) => {
    const { brand, random } = maker
    const style = `filter:blur(${0.4 + random.next() * 0.6}px) contrast(0.8);width:${300 + Math.floor(random.next() * 120)}px;height:${46 + Math.floor(random.next() * 10)}px`
    const logo = () => logoImage(brand, brand.colour, '#ffffff', 48, `${style};background:#fff;padding:4px`)
    const html = drawn(maker, ['signIn', 'password'], 'placeholder', {
      logo,
      title: maker.words.signIn,
      name: '',
      foot: '©',
      slogan: maker.words.lure,
    })
    return impostor('blurred, stretched logo, no name in the text', `https://${random.letters(9)}.test/`, html)
  },
  (maker) => {
    const { brand } = maker
    const logo: SignInPage['logo'] = (place) =>
      `<b style="font:700 32px Helvetica, Arial;color:${place === 'dark' ? '#fff' : brand.colour}">${brand.name}</b>`
    return impostor(
      'name as text only',
      `https://${lureHost(maker)}/account`,
      drawn(maker, loginAsks(brand), 'hidden', { logo, font: 'Arial' }),
    )
  },
  (maker) => {
    const { brand, random } = maker
    const split = Array.from(brand.name)
      .map(
        (char) =>
          ({ a: 'а', e: 'е', o: 'о' })[random.next() < 0.6 ? char : ''] ??
          `${char}${random.next() < 0.3 ? '\u200b' : ''}`,
      )
      .join('')
    const logo: SignInPage['logo'] = (place) =>
      logoImage(brand, place === 'dark' ? '#ffffff' : brand.colour, brand.colour, 40, 'transform:rotate(2deg)')
    const html = drawn(maker, ['signIn', 'pin'], 'label', { logo, name: split, title: `${split} Online` })
    return impostor(
      'name in foreign letters, rotated logo',
      `https://${random.letters(7)}-${random.letters(4)}.test/`,
      html,
    )
  },
  (maker) => {
    const { brand } = maker
    const text = `<p>Your device is blocked. Call ${brand.name} support now: <b>+1 555 010 ${1000 + Math.floor(maker.random.next() * 8999)}</b></p><p>Do not close this window.</p>`
    const html = drawn(maker, [], 'label', { fields: '', head: 'Support', lure: text, title: `${brand.name} Support` })
    return impostor('support call, nothing asked', `https://${lureHost(maker)}/help`, html, false)
  },
  (maker) => {
    const { brand, words, random } = maker
    const own = signInPage({ ...ownLook(brand), layout: 0, words, fields: '', action: '' })
    const inner = /<body>([\s\S]*)<\/body>/.exec(own)?.[1] ?? ''
    const style = /<style>([\s\S]*?)<\/style>/.exec(own)?.[1] ?? ''
    const image = `<svg xmlns="http://www.w3.org/2000/svg" width="1366" height="900"><foreignObject width="1366" height="900"><div xmlns="http://www.w3.org/1999/xhtml" style="font:16px ${brand.font};background:#f4f7f8;height:900px"><style>${style.replaceAll('body{', 'x{')}</style>${inner.replaceAll(/<img ([^>]*)>/g, '<img $1/>').replaceAll('<a href="#">', '<a>')}</div></foreignObject></svg>`
    const html = `<!doctype html><html><head><meta charset="utf-8"><title>Online</title></head><body style="margin:0;background:url(data:image/svg+xml;base64,${Buffer.from(image).toString('base64')}) no-repeat;height:900px"><form action="go.php" method="post" style="position:absolute;left:570px;top:330px"><input name="${random.letters(2)}" style="height:44px;width:420px;display:block"><input name="${random.letters(2)}" type="password" style="height:44px;width:420px;margin-top:14px;display:block"></form></body></html>`
    return impostor('picture of the page under two fields', `https://${random.letters(10)}.test/`, html)
  },
  (maker) => {
    const { brand, words, random } = maker
    const html = `<!doctype html><html><head><meta charset="utf-8"><title>${brand.name}</title></head><body style="font:15px Arial;text-align:center;padding:40px">${logoImage(brand, brand.colour, '#ffffff', 120, '', true)}<h3>${brand.name}</h3><p>${words.lure}</p><form action="send.php">${fieldsOf(['card', 'pin'], words, 'placeholder', maker.name).replaceAll('<input', '<input style="width:300px;margin:4px auto"')}</form></body></html>`
    return impostor('crude page with a large symbol', `http://${random.letters(5)}.${lureHost(maker)}/a/b`, html)
  },
  (maker) => {
    const { brand } = maker
    const html = drawn(maker, ['seed'], 'placeholder', {
      title: `${brand.name} Airdrop`,
      head: `Claim your ${brand.name} reward`,
      colour: '#0b1020',
      accent: '#7c3aed',
    })
    return impostor('prize for a recovery phrase', `https://claim-${brand.id}.test/`, html)
  },
  (maker) => {
    const { words, random } = maker
    const fields = [words.customer, words.pin].map((text) => `${drawnText(text)}<input name="${random.letters(3)}">`)
    const html = drawn(maker, [], 'hidden', { fields: fields.join('') })
    return impostor('labels drawn as pictures', `https://${lureHost(maker)}/`, html)
  },
  (maker) => {
    const { brand, random } = maker
    const ground = `repeating-linear-gradient(${Math.floor(random.next() * 180)}deg,#fff3,#fff3 14px,#0003 14px,#0003 30px)`
    const logo = () =>
      `<div style="display:inline-block;padding:18px 30px;background:${ground}">${logoImage(brand, brand.colour, '#ffffff', 34, 'opacity:.75', true)}</div>`
    const rest = { logo, name: '', title: 'Online', slogan: '', foot: '' }
    return impostor(
      'faint symbol on a pattern, no name',
      `https://${random.letters(8)}.test/`,
      drawn(maker, ['password'], 'placeholder', rest),
    )
  },
]

const paragraphs = [
  'The company presented its figures for the third quarter on Tuesday. Turnover grew by four per cent, while costs for staff and energy rose faster than planned.',
  'Analysts had expected a smaller increase. A spokesperson said that the number of customers was stable and that no branch would close before spring.',
  'Consumer advocates repeated their warning about messages that ask people to confirm their accounts. Nobody should follow links in such messages or enter a password.',
  'The regulator published new rules last week. They apply from January and concern fees, complaints and the protection of older customers.',
  'In our survey of two thousand readers, most people said that they compare offers once a year. One in five has changed the provider since 2024.',
  'Critics see the merger as a sign that the market is getting narrower. Supporters point to lower prices in neighbouring countries.',
]

const article = (site: string, head: string, body: string, { side = '', colour = '#222' } = {}) =>
  `<!doctype html><html><head><meta charset="utf-8"><title>${head} – ${site}</title><style>body{margin:0;font:17px Georgia,serif;color:#222}header{border-bottom:3px solid ${colour};padding:18px 80px;font-size:34px;font-weight:700;color:${colour}}main{display:flex;gap:50px;padding:24px 80px}article{width:760px}h1{font-size:36px}.muted{color:#777;font-size:14px}</style></head><body><header>${site}</header><main><article><h1>${head}</h1><p class="muted">12 March 2026 · by our editors</p>${body}</article><aside>${side}</aside></main><footer style="padding:20px 80px" class="muted">© 2026 ${site}</footer></body></html>`

const some = (random: Random, count: number) =>
  Array.from({ length: count }, () => `<p>${random.pick(paragraphs)}</p>`).join('')

const sites = ['Morning Ledger', 'The Harbour Post', 'Money Compass', 'Tech Lantern', 'Regional Courier'] as const
const hostOf = (site: string) => `${site.toLowerCase().replaceAll(/[^a-z]/g, '')}.example`

/* Honest pages that mention the brand, parked pages, and pages of others. */
const honestPages: ((maker: Maker) => Made)[] = [
  (maker) => {
    const { brand, random } = maker
    const site = random.pick(sites)
    const side =
      '<form action="/newsletter"><input type="email" placeholder="Your email"><button>Subscribe</button></form>'
    const html = article(
      site,
      `${brand.name} reports higher profit`,
      some(random, 5).replace('The company', brand.name),
      { side },
    )
    return honest('news', `https://www.${hostOf(site)}/business/1`, html)
  },
  (maker) => {
    const { brand, random } = maker
    const site = random.pick(sites)
    const picture = logoImage(
      brand,
      brand.colour,
      '#ffffff',
      random.pick([40, 70, 110]),
      'padding:20px;border:1px solid #ddd',
    )
    const html = article(
      site,
      `Fraudsters imitate ${brand.name}: how to protect yourself`,
      `${some(random, 1)}${picture}${some(random, 4)}`,
      { colour: '#8a1c1c' },
    )
    return honest('news with a logo', `https://www.${hostOf(site)}/consumer/7`, html)
  },
  (maker) => {
    const { brand, random, words } = maker
    const topics = ['App crashes since the update', 'Fees explained', 'Best tips', 'Which plan?', 'Thank you!'].map(
      (text) =>
        `<li><a href="#">${brand.name}: ${text}</a> <span class="muted">${Math.floor(random.next() * 90)} answers</span></li>`,
    )
    const html = article(
      'Chatter Corner',
      `Unofficial ${brand.name} fan forum`,
      `<p>We are fans and not affiliated with ${brand.name}.</p><ul>${topics.join('')}</ul>`,
      {
        side: `<h3>${words.signIn}</h3><form action="/forum/login">${fieldsOf(['signIn', 'password'], words, 'label', maker.name)}<button>OK</button></form>`,
        colour: '#2a6f3a',
      },
    )
    return honest('fan forum with its own sign-in', 'https://chattercorner.example/c/fans', html, true)
  },
  (maker) => {
    const { brand, other, random } = maker
    const row = (of: CorpusBrand) =>
      `<tr><td>${logoImage(of, of.colour, '#ffffff', 30)}</td><td>${of.name}</td><td>${(random.next() * 4).toFixed(2)} %</td><td>${random.pick(['good', 'fair'])}</td></tr>`
    const third = random.pick(
      corpusBrands.filter((one) => one !== brand && one !== other && one.isHeldOut === brand.isHeldOut),
    )
    const rows = [other, brand, third].map(row).join('')
    const html = article(
      'Comparewise',
      'Ten offers compared',
      `<p>${random.pick(paragraphs)}</p><table cellpadding="14" border="1">${rows}</table>${some(random, 2)}`,
      { colour: '#0b7285' },
    )
    return honest('comparison with logos', 'https://www.comparewise.example/best', html)
  },
  (maker) => {
    const { brand, random } = maker
    const host = `${brand.id}-${random.letters(4)}.example`
    const links = ['Online banking', 'Credit cards', `${brand.name} login`, 'Cheap flights', 'Insurance'].map(
      (text) => `<p style="background:#eef;padding:18px;width:600px;margin:10px auto"><a href="#">${text}</a></p>`,
    )
    const html = `<!doctype html><html><head><title>${host}</title></head><body style="font:18px Arial;text-align:center"><h2>${host}</h2><p>This domain is for sale. Buy this domain.</p>${links.join('')}<p>Related searches</p></body></html>`
    return honest('parked', `http://${host}/`, html)
  },
  (maker) => {
    const { brand, other, words, random } = maker
    const marks = [brand, other].map((of) => logoImage(of, of.colour, '#ffffff', 26, 'margin:8px')).join('')
    const html = `<!doctype html><html><head><meta charset="utf-8"><title>Checkout – Fernhill Garden</title></head><body style="font:16px Arial;margin:0"><header style="background:#3f6212;color:#fff;padding:20px 60px;font-size:28px">Fernhill Garden</header><main style="padding:30px 60px;width:640px"><h1>Checkout</h1><p>Watering can, 2 × ${(random.next() * 40).toFixed(2)}</p><p>Pay with ${brand.name} or by card:</p>${marks}<form action="/pay">${fieldsOf(['card'], words, 'label', maker.name)}<button>Pay now</button></form></main><footer style="padding:20px 60px">© Fernhill Garden</footer></body></html>`
    return honest('shop that accepts the brand', 'https://fernhillgarden.example/checkout', html, true)
  },
  (maker) => {
    const { brand, random } = maker
    const rival = rivalOf(random)
    const words = maker.words
    const html = signInPage({
      ...ownLook(brand),
      layout: brand.layout,
      name: rival.name,
      title: `${rival.name} – ${words.signIn}`,
      slogan: 'Close to you',
      words,
      fields: fieldsOf(loginAsks(brand), words, 'label', maker.name),
      action: '/login',
      icon: 'data:,',
      logo: (place) => rival.logo(place === 'dark' ? '#ffffff' : brand.colour),
      font: 'Arial',
    })
    return honest('another bank with the same layout and colours', `https://www.${rival.host}/login`, html, true)
  },
  (maker) => {
    const { brand, random } = maker
    const html = article(
      'Jobs Meadow',
      `Software developer (all genders) at ${brand.name}`,
      `<p>${brand.name} is looking for you.</p><ul><li>Permanent</li><li>Full time</li></ul>${some(random, 2)}<p><a href="#">Apply</a></p>`,
      { side: logoImage(brand, brand.colour, '#ffffff', 34), colour: '#6d28d9' },
    )
    return honest('job offer with a logo', 'https://jobsmeadow.example/j/5', html)
  },
  (maker) => {
    const { random, words } = maker
    const rival = rivalOf(random)
    const html = signInPage({
      name: rival.name,
      colour: rival.colour,
      accent: '#333333',
      font: 'Verdana',
      layout: random.pick([0, 1, 2, 3]),
      title: rival.name,
      slogan: 'Simply good',
      words,
      fields: fieldsOf(['signIn', 'password'], words, 'placeholder', maker.name),
      action: '/in',
      icon: 'data:,',
      logo: (place) => rival.logo(place === 'dark' ? '#ffffff' : rival.colour),
      foot: `© ${rival.name}. Accounts with ${maker.brand.name} can be linked after sign-in.`,
    })
    return honest('another company that mentions the brand', `https://${rival.host}/in`, html, true)
  },
  (maker) => {
    const { brand, random } = maker
    const name = `${random.pick(['Sunrise', 'Oak', 'River'])} Bakery`
    const html = `<!doctype html><html><head><title>${name}</title></head><body style="font:18px Georgia;margin:0"><header style="background:#92400e;color:#fff;padding:60px"><h1>${name}</h1><p>Fresh bread since 1994</p></header><main style="padding:40px"><p>Find us next to the ${brand.name} branch in the high street.</p><p>${random.pick(paragraphs)}</p><form action="/contact"><input name="name" placeholder="Your name"><input name="mail" placeholder="Email"><textarea name="text"></textarea></form></main></body></html>`
    return honest('business that mentions the brand', `https://${hostOf(name)}/`, html)
  },
]

/* Pages that name the brand in their title or show its logo at the top, and are honest all the same. */
honestPages.push(
  (maker) => {
    const { brand, random, words } = maker
    const firm = random.pick(['Alderbrook Consulting', 'Finch and Wells', 'Mossgate Systems'])
    const html = `<!doctype html><html><head><meta charset="utf-8"><title>${firm} – certified partner of ${brand.name}</title></head><body style="font:16px Verdana;margin:0"><header style="padding:20px 60px;display:flex;gap:40px;align-items:center"><b style="font-size:26px">${firm}</b>${logoImage(brand, brand.colour, '#ffffff', 30)}</header><main style="padding:30px 60px"><h1>Your partner for ${brand.name}</h1>${some(random, 2)}<form action="/in">${fieldsOf(['signIn', 'password'], words, 'label', maker.name)}<button>${words.next}</button></form></main><footer style="padding:20px 60px">© 2026 ${firm}</footer></body></html>`
    return honest('partner with a logo and its own sign-in', `https://www.${hostOf(firm)}/`, html, true)
  },
  (maker) => {
    const { brand, random } = maker
    const html = `<!doctype html><html><head><meta charset="utf-8"><title>${brand.name} – Apps on Appshelf</title></head><body style="font:16px Arial;margin:0"><header style="padding:14px 40px;background:#f1f3f4">Appshelf · Games · Apps · Books</header><main style="padding:30px 40px;display:flex;gap:30px">${logoImage(brand, brand.colour, '#ffffff', 130, 'border-radius:24px;border:1px solid #ddd', true)}<div><h1>${brand.name}</h1><p>4.${Math.floor(random.next() * 9)} stars · 100 K downloads</p><button>Install</button><p>${random.pick(paragraphs)}</p></div></main></body></html>`
    return honest('store page of the app', 'https://appshelf.example/details', html)
  },
  (maker) => {
    const { brand, random } = maker
    const body = `<p><b>${brand.name}</b> is a ${brand.trade} with its seat in Fairhaven. ${random.pick(paragraphs)}</p>${some(random, 5)}`
    const side = `<table border="1" cellpadding="8"><tr><td colspan="2">${logoImage(brand, brand.colour, '#ffffff', 36)}</td></tr><tr><td>Founded</td><td>1987</td></tr></table>`
    return honest(
      'encyclopedia with a logo',
      'https://en.openlexicon.example/wiki/1',
      article('Openlexicon', brand.name, body, { side }),
    )
  },
  (maker) => {
    const { brand, random, words } = maker
    const topic = `How to reset your ${brand.name} password`
    const side = `<form action="/subscribers"><input type="email" placeholder="${words.email}"><input type="password" placeholder="${words.password}"><button>${words.signIn}</button></form>`
    return honest(
      'guide with a subscriber sign-in',
      'https://www.techlantern.example/how-to',
      article('Tech Lantern', topic, some(random, 4), { side }),
      true,
    )
  },
)

interface Rival {
  name: string
  host: string
  colour: string
  logo: (fg: string) => string
}

function rivalOf(random: Random): Rival {
  const name = random.pick(['Pemberly Bank', 'Ostrello Finance', 'Hallowmere', 'Gantrick Union'])
  const colour = random.pick(['#1e3a5f', '#6b2d5c', '#235347', '#8c4a00'])
  const shape = random.pick([
    '<circle cx="20" cy="20" r="18" fill="FG"/>',
    '<rect x="3" y="3" width="34" height="34" fill="none" stroke="FG" stroke-width="6"/>',
    '<path d="M2 38L20 2L38 38Z" fill="FG"/>',
    '<path d="M4 4H36V20H20V36H4Z" fill="FG"/>',
  ])
  return {
    name,
    host: hostOf(name),
    colour,
    logo: (fg) =>
      `<svg width="300" height="40">${shape.replace('FG', fg)}<text x="52" y="30" font-size="28" font-weight="700" font-family="Arial" fill="${fg}">${name}</text></svg>`,
  }
}

/** Every page of the corpus, always the same. */
export function corpusPages(): CorpusPage[] {
  return corpusBrands.flatMap((brand, index) =>
    [...impostors, ...honestPages].map((make, at) => {
      const id = `${brand.id}-${at}`
      const random = randomOf(id)
      const split = corpusBrands.filter(({ isHeldOut }) => isHeldOut === brand.isHeldOut)
      const other = split[(split.indexOf(brand) + 1) % split.length] ?? brand
      const language = (at + index) % 3 === 0 ? brand.language : random.pick(languages)
      return { id, brand, ...make({ brand, random, other, words: formWords[language], name: () => random.letters(5) }) }
    }),
  )
}
