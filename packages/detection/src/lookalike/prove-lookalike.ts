import type { Indicator } from '@signet/contract/threats/findings'
import type { FoundPlace, PageVerdict } from '@signet/contract/threats/lookalike-proofs'
import { describePage } from '../visits/describe-page.ts'
import type { IndicatorName } from '../score/indicators.ts'
import { pointsPerLogOdd } from '../score/score.ts'
import { splitName } from '../names/split-name.ts'
import { type AskedSecret, askedSecrets, type SecretKind } from './asked-secrets.ts'
import { hostOf } from '../names/host-of.ts'
import { brandWords, namedAt } from './brand-words.ts'
import { type FoundLogo, findLogo, searchedPicture } from './find-logo.ts'
import { lookalikeWeights } from './lookalike-weights.ts'
import { pageStructure, structureSimilarity } from './page-structure.ts'
import type { Box, PageView, Picture } from './page-view.ts'
import { pictureDistance, pictureHash } from './picture-hash.ts'

/** What a page is compared with. */
export interface OfficialBrand {
  aliases: readonly string[]
  /** Domains of the brand. */
  official: readonly string[]
  logos: readonly Picture[]
  /** Captures of its own pages. */
  pages: readonly PageView[]
}

/** What a comparison found. */
export interface PageProof {
  /** The chance, 0 to 1, that a visitor takes the page for one of the brand. */
  showsBrand: number
  secrets: AskedSecret[]
  places: FoundPlace[]
  /** Reasons with points of 100, strongest first, to be added to those of the name. */
  indicators: Indicator[]
  /** The observations about the brand and about the forms, also those without weight: for fitting the weights. */
  observed: { brand: PageTerm[]; forms: PageTerm[] }
}

/** A named observation of a page: its weight is multiplied by how strongly it holds, 0 to 1. */
export interface PageTerm {
  key: keyof typeof lookalikeWeights
  name: IndicatorName
  value: string
  strength: number
}

/** From this agreement on, a place may be the logo; below, letters and shapes agree by chance. */
const logoMin = 0.7
const logoCertain = 0.85
const articleWords = 250

const secretNames: Readonly<Record<SecretKind, IndicatorName>> = {
  password: 'Asks for password',
  card: 'Asks for card details',
  pin: 'Asks for PIN',
  oneTimeCode: 'Asks for one-time code',
  seedPhrase: 'Asks for recovery phrase',
}

/**
 * Compares a suspicious page with a brand: its picture, logo, structure, files, icon and words, and what its forms ask for.
 *
 * It takes less than a second of CPU for a first view of 1366 × 900 pixels.
 */
export function proveLookalike(page: PageView, brand: OfficialBrand): PageProof {
  const logo = bestLogo(page, brand)
  const terms = pageTerms(page, brand, logo)
  const secrets = askedSecrets(page)
  const forms = secretTerms(secrets, page)
  const name = namedAt(page, brand.aliases)
  const odds = terms.reduce((sum, term) => sum + oddsOf(term), lookalikeWeights.start)
  const found = [...terms, ...forms].map((term) => ({
    name: term.name,
    value: term.value.slice(0, 200),
    contribution: Math.round(oddsOf(term) * pointsPerLogOdd),
  }))
  return {
    showsBrand: 1 / (1 + Math.exp(-odds)),
    secrets,
    places: [
      ...(logo && logo.agreement >= logoMin
        ? [{ box: logo.box, kind: 'logo' as const, percent: percentOf(logo) }]
        : []),
      ...(name ? [{ box: name, kind: 'name' as const, percent: null }] : []),
      ...secrets.flatMap(({ box, kind }) => (box ? [{ box, kind, percent: null }] : [])),
    ],
    indicators: found
      .filter(({ contribution }) => contribution !== 0)
      .toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution)),
    observed: { brand: terms, forms },
  }
}

const oddsOf = ({ key, strength }: PageTerm) => lookalikeWeights[key] * strength
const percentOf = ({ agreement }: FoundLogo) => Math.round(agreement * 100)
const logoText = (logo: FoundLogo) => `Logo ${percentOf(logo)} %`

/** @returns null for a page that is neither */
export function verdictOf({ showsBrand, secrets, places, observed }: PageProof): PageVerdict | null {
  const isBrand = showsBrand >= 0.5
  if (isBrand && secrets.length > 0 && places.some(({ kind }) => kind === 'logo')) return 'impostor'
  return !isBrand && secrets.length === 0 && observed.brand.some(({ key }) => key === 'parked') ? 'parked' : null
}

/** The best place of any logo of a brand in the first view of a page. */
function bestLogo({ picture }: PageView, { logos }: OfficialBrand): FoundLogo | null {
  if (!picture || logos.length === 0) return null
  const searched = searchedPicture(picture)
  const found = logos.flatMap((logo) => findLogo(searched, logo) ?? [])
  return found.toSorted((a, b) => b.agreement - a.agreement)[0] ?? null
}

/** Everything that says whether a page shows a brand. */
function pageTerms(page: PageView, brand: OfficialBrand, logo: FoundLogo | null): PageTerm[] {
  const terms: PageTerm[] = []
  const add = (key: PageTerm['key'], name: IndicatorName, value: string, strength = 1) => {
    if (strength > 0) terms.push({ key, name, value, strength: Math.min(1, strength) })
  }
  if (logo && logo.agreement >= logoMin) {
    const strength = 0.3 + (logo.agreement - logoMin) / (logoCertain - logoMin)
    add('logo', 'Logo match', logoText(logo), strength)
    if (page.picture && isProminent(logo.box, page.picture))
      add('logoAtTop', 'Logo at the top', logoText(logo), strength)
  }
  const words = brandWords(page, brand.aliases)
  if (words.isInTitle) add('nameInTitle', 'Brand in the page title', page.title)
  if (words.isAtTop) add('nameAtTop', 'Brand at the top of the page', page.text.slice(0, 60))
  else if (words.count > 0) add('mentioned', 'Brand in the text', `${words.count} mentions`)
  if (words.hasOwnName) add('ownName', 'Named after its own domain', hostOf(page.address) ?? '')
  if (words.isDisclaimed) add('disclaimed', 'Says it is not official', page.title)
  add('article', 'Long text', `${words.words} words`, (words.words - 60) / (articleWords - 60))
  const { isParked } = describePage(page.html)
  if (isParked) add('parked', 'Parked page', page.title)
  addComparison(add, page, brand)
  return terms
}

type Add = (key: PageTerm['key'], name: IndicatorName, value: string, strength?: number) => void

function addComparison(add: Add, page: PageView, { pages, official }: OfficialBrand): void {
  const isOwn = (address: string) => {
    const host = hostOf(address)
    return host !== null && official.some((domain) => host === domain || host.endsWith(`.${domain}`))
  }
  const loaded = page.resources.find(isOwn)
  if (loaded !== undefined) add('resources', 'Loads files of the official site', loaded)
  const icons = new Set(pages.flatMap((own) => own.icons))
  if (page.icons.some((icon) => icons.has(icon))) add('icon', 'Icon of the official site', 'Same content')
  const structure = pageStructure(page.html)
  const similarity = Math.max(0, ...pages.map((own) => structureSimilarity(structure, pageStructure(own.html))))
  add(
    'structure',
    'Built like the official page',
    `${Math.round(similarity * 100)} % of the elements`,
    (similarity - 0.5) * 2,
  )
  const hash = page.picture && pictureHash(page.picture)
  const distances = pages.flatMap(({ picture }) => {
    const own = picture && pictureHash(picture)
    return hash === null || own === null ? [] : [pictureDistance(hash, own)]
  })
  if (distances.length === 0) return
  const distance = Math.min(...distances)
  add('picture', 'Looks like the official page', `${distance} of 64 bits differ`, (20 - distance) / 16)
}

/** At the top, and at the left or in the middle: where a site shows whose it is. */
function isProminent({ x, y, width, height }: Box, picture: Picture): boolean {
  const middle = x + width / 2
  const isInMiddle = Math.abs(middle - picture.width / 2) < picture.width * 0.1
  return y + height / 2 < picture.height * 0.22 && (x < picture.width * 0.25 || isInMiddle)
}

/** What a page asks for, and where the answers are sent. */
function secretTerms(secrets: readonly AskedSecret[], page: PageView): PageTerm[] {
  const terms = new Map<SecretKind, PageTerm>()
  for (const { kind, label } of secrets) {
    terms.set(kind, { key: kind, name: secretNames[kind], value: label, strength: 1 })
  }
  const away = secrets.find(({ sentTo }) => sentTo !== null && siteOf(sentTo) !== siteOf(hostOf(page.address) ?? ''))
  return [
    ...terms.values(),
    ...(away
      ? [
          {
            key: 'sentAway' as const,
            name: 'Sends data to another site' as const,
            value: away.sentTo ?? '',
            strength: 1,
          },
        ]
      : []),
  ]
}

const siteOf = (host: string) => splitName(host).registrable || host
