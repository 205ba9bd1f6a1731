/** An invented brand of the corpus; no name, colour or logo is that of a company. */
export interface CorpusBrand {
  id: string
  name: string
  aliases: readonly string[]
  /** Its own domain. */
  domain: string
  /** What it does, for sentences: "the parcel service". */
  trade: string
  colour: string
  accent: string
  font: string
  /** The drawing of its symbol in a square of 100 units; `fg` and `bg` are replaced by colours. */
  symbol: string
  /** The number of the layout of its own sign-in page. */
  layout: 0 | 1 | 2 | 3
  language: Language
  /** What it asks its own customers for. */
  asks: 'password' | 'seedPhrase'
  slogan: string
  /** The pages of a held-out brand are never used to fit or choose anything. */
  isHeldOut: boolean
}

/** The languages of the forms. */
export type Language = 'en' | 'de' | 'es' | 'fr' | 'it' | 'pt' | 'pl' | 'tr'

const sans = 'Liberation Sans, Arial, sans-serif'
const serif = 'Liberation Serif, Georgia, serif'
const mono = 'DejaVu Sans Mono, monospace'

const brand = (
  name: string,
  trade: string,
  [colour, accent]: readonly [string, string],
  symbol: string,
  rest: Pick<CorpusBrand, 'font' | 'layout' | 'language' | 'slogan'> & Partial<CorpusBrand>,
  isHeldOut = false,
): CorpusBrand => {
  const [first = name] = name.split(' ')
  const id = first.toLowerCase()
  return {
    id,
    name,
    aliases: [name, first],
    domain: `${id}.example`,
    trade,
    colour,
    accent,
    symbol,
    asks: 'password',
    isHeldOut,
    ...rest,
  }
}

/** The ten brands: five to fit and choose with, five held out. */
export const corpusBrands: readonly CorpusBrand[] = [
  brand(
    'Velmora Bank',
    'bank',
    ['#0f5a66', '#e07b1f'],
    '<circle cx="50" cy="50" r="42" fill="none" stroke="fg" stroke-width="12"/><path d="M8 50H92" stroke="fg" stroke-width="12"/>',
    { font: sans, layout: 0, language: 'en', slogan: 'Banking that moves with you' },
  ),
  brand(
    'Quindlepay',
    'payment service',
    ['#5b2ab8', '#17b890'],
    '<path d="M10 10H90V60L60 90H10Z" fill="fg"/><circle cx="48" cy="46" r="20" fill="bg"/>',
    { font: sans, layout: 1, language: 'de', slogan: 'Zahlen, wie es passt' },
  ),
  brand(
    'Tarnwick Trust',
    'savings bank',
    ['#7a1f2b', '#c9a227'],
    '<path d="M50 5L92 25V55C92 78 70 90 50 97C30 90 8 78 8 55V25Z" fill="fg"/><path d="M30 35H70M50 35V75" stroke="bg" stroke-width="11"/>',
    { font: serif, layout: 2, language: 'es', slogan: 'Kept safe since 1871' },
  ),
  brand(
    'Zephirofon',
    'mobile network',
    ['#d81e5b', '#1b1b3a'],
    '<path d="M8 70C30 20 45 95 92 25M8 92C35 45 55 100 92 55" fill="none" stroke="fg" stroke-width="13" stroke-linecap="round"/>',
    { font: sans, layout: 3, language: 'fr', slogan: 'Plus de réseau, moins de soucis' },
  ),
  brand(
    'Brellonimart',
    'online shop',
    ['#1d4ed8', '#facc15'],
    '<path d="M10 45C10 5 90 5 90 45Z" fill="fg"/><path d="M50 45V82C50 98 28 98 28 82" fill="none" stroke="fg" stroke-width="10"/>',
    { font: sans, layout: 1, language: 'it', slogan: 'Tutto sotto un ombrello' },
  ),
  brand(
    'Kastavia Bank',
    'bank',
    ['#14532d', '#e11d48'],
    '<path d="M10 90V30L50 8L90 30V90H66V52H34V90Z" fill="fg"/>',
    { font: serif, layout: 0, language: 'pl', slogan: 'Your bank next door' },
    true,
  ),
  brand(
    'Nuvendowallet',
    'wallet for crypto assets',
    ['#111827', '#22d3ee'],
    '<path d="M50 5L90 28V72L50 95L10 72V28Z" fill="none" stroke="fg" stroke-width="10"/><path d="M32 68V34L68 66V32" fill="none" stroke="fg" stroke-width="10"/>',
    { font: mono, layout: 2, language: 'en', slogan: 'Own what you hold', asks: 'seedPhrase' },
    true,
  ),
  brand(
    'Ondrakepost',
    'parcel service',
    ['#b45309', '#0f172a'],
    '<path d="M5 30H70L95 50L70 70H5L25 50Z" fill="fg"/>',
    { font: sans, layout: 3, language: 'pt', slogan: 'There by tomorrow' },
    true,
  ),
  brand(
    'Lumbriquest',
    'energy supplier',
    ['#0369a1', '#84cc16'],
    '<circle cx="30" cy="30" r="22" fill="fg"/><circle cx="70" cy="70" r="22" fill="fg"/><path d="M70 8L92 30L30 92L8 70Z" fill="none" stroke="fg" stroke-width="8"/>',
    { font: sans, layout: 0, language: 'tr', slogan: 'Light for every home' },
    true,
  ),
  brand(
    'Dovettacloud',
    'cloud office',
    ['#4338ca', '#f97316'],
    '<rect x="8" y="8" width="38" height="38" fill="fg"/><rect x="54" y="8" width="38" height="38" rx="19" fill="fg"/><rect x="8" y="54" width="38" height="38" rx="19" fill="fg"/><rect x="54" y="54" width="38" height="38" fill="fg"/>',
    { font: sans, layout: 1, language: 'en', slogan: 'Work from anywhere' },
    true,
  ),
]

/** Makes the parts of a logo: its symbol, and next to it the name in the brand's font. */
export function logoSvg(
  { symbol, font, name }: CorpusBrand,
  { fg, bg, height, isSymbol = false }: { fg: string; bg: string; height: number; isSymbol?: boolean },
): string {
  const width = isSymbol ? 100 : 130 + name.length * 44
  const drawing = symbol.replaceAll('"fg"', `"${fg}"`).replaceAll('"bg"', `"${bg}"`)
  const words = isSymbol
    ? ''
    : `<text x="122" y="76" font-size="74" font-weight="700" font-family="${font}" fill="${fg}" textLength="${name.length * 43}" lengthAdjust="spacingAndGlyphs">${name}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${(width * height) / 100}" height="${height}" viewBox="0 0 ${width} 100">${drawing}${words}</svg>`
}

/** The same as the address of a picture, as copied pages embed it. */
export const logoAddress = (of: CorpusBrand, options: Parameters<typeof logoSvg>[1]): string =>
  `data:image/svg+xml;base64,${Buffer.from(logoSvg(of, options)).toString('base64')}`
