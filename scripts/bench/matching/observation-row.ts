import { compileWatches, judgeForEach } from '@signet/detection'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import type { Assets } from '@signet/contract/companies/assets'
import { randomOf } from '../../lookalike/random.ts'
import { cpuSecondsOf, median, type Row } from '../measure.ts'

const brandCount = 1000
const brandsOfCompany = 10
/** As many as ten thousand companies have. */
const manyBrands = 40_000
const postCount = 50_000
/** Of the posts, one in this many names a brand and has to be read closely; one in twice as many lures. */
const namedEvery = 50
const rounds = 5

const words =
  `today the new update of our city market opened with music and people waited for hours in front of it while the weather
  changed again I think we should visit more often because coffee there is great and prices are fair does anyone know when
  they close on Sundays thanks for sharing this picture of the lake see you tomorrow at the station bring your old camera`.split(
    /\s+/,
  )

/** Invented names of two or three syllables. */
function brandNames(count: number): string[] {
  const random = randomOf('observation brands')
  const syllables =
    'ba bel bri cor dan del dor fel fin gal hal jor kan kel lor lum mar mel mon nor pal pel quin ral rin sel sol tan tel tor val vel ver vin zan zel'.split(
      ' ',
    )
  const names = new Set<string>()
  while (names.size < count) names.add(`${random.pick(syllables)}${random.pick(syllables)}${random.pick(syllables)}`)
  return [...names]
}

function companiesOf(names: readonly string[]): Map<string, Pick<Assets, 'brands' | 'domains' | 'people' | 'apps'>> {
  const brands = names.map((name) => ({
    key: name,
    name: `${name.charAt(0).toUpperCase()}${name.slice(1)} Bank`,
    aliases: [name],
    official: [`${name}.example`],
    handles: [],
    phones: [],
    accounts: [],
  }))
  return new Map(
    Array.from({ length: names.length / brandsOfCompany }, (_, at) => [
      `company ${at}`,
      { brands: brands.slice(at * brandsOfCompany, (at + 1) * brandsOfCompany), domains: [], people: [], apps: [] },
    ]),
  )
}

/** Short posts with an author, as a stream of a platform brings them. */
function postsOf(names: readonly string[]): SourceObservation[] {
  const random = randomOf('observation posts')
  const text = () => Array.from({ length: 12 + Math.floor(random.next() * 20) }, () => random.pick(words)).join(' ')
  return Array.from({ length: postCount }, (_, at): SourceObservation => {
    const brand = at % namedEvery === 0 ? ` ${random.pick(names)} ` : ''
    const lure = at % (2 * namedEvery) === 0 ? 'account is blocked, enter your password at https://safe.test' : ''
    return {
      source: 'Twitter',
      kind: 'post',
      id: String(at),
      at: null,
      url: null,
      fields: {},
      names: [`${random.pick(words)} ${random.pick(words)}`],
      handle: `${random.pick(words)}_${random.letters(4)}`,
      text: `${text()}${brand}${lure}`,
      links: [],
      phones: [],
      account: null,
      pictureUrl: null,
    }
  })
}

/** Short posts judged on one core for the companies of an installation, and for as many as a very large one has. */
export function observationRows(): Row[] {
  const few = judging(brandNames(brandCount))
  const many = judging(brandNames(manyBrands))
  return [
    {
      name: `posts, ${brandCount} brands`,
      unit: 'posts',
      perSecond: few.postsPerSecond,
      reference: null,
      note: `one in ${namedEvery} names a brand, ${few.found} of ${postCount} are threats; CPU time, the goal is 50,000`,
    },
    {
      name: `posts, ${manyBrands} brands`,
      unit: 'posts',
      perSecond: many.postsPerSecond,
      reference: { name: `posts, ${brandCount} brands`, perSecond: few.postsPerSecond },
      note: `${many.found} are threats; CPU time`,
    },
    {
      name: `compile ${manyBrands} brands`,
      unit: 'brands',
      perSecond: many.compiledPerSecond,
      reference: { name: `compile ${brandCount} brands`, perSecond: few.compiledPerSecond },
      note: `${(manyBrands / many.compiledPerSecond).toFixed(1)} s of CPU`,
    },
  ]
}

function judging(names: readonly string[]): { postsPerSecond: number; compiledPerSecond: number; found: number } {
  const companies = companiesOf(names)
  const compile = () => compileWatches(companies, new Date('2026-11-01T00:00:00Z'))
  const compileSeconds = cpuSecondsOf(compile)
  const watch = compile()
  const posts = postsOf(names)
  let found = 0
  const seconds = Array.from({ length: rounds + 1 }, () =>
    cpuSecondsOf(() => {
      found = 0
      for (const post of posts) if (judgeForEach(watch, post).size > 0) found += 1
    }),
  ).slice(1)
  return { postsPerSecond: postCount / median(seconds), compiledPerSecond: names.length / compileSeconds, found }
}
