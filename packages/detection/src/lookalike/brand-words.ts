import { skeletonOf } from '../names/skeleton.ts'
import { splitName } from '../names/split-name.ts'
import { hostOf } from '../names/host-of.ts'
import type { Box, PageView } from './page-view.ts'

/** Where a page names a brand, and what else its text says about itself. */
export interface BrandWords {
  isInTitle: boolean
  /** In the first words of the page, where a site names itself. */
  isAtTop: boolean
  /** Mentions in the whole text. */
  count: number
  /** Words of the whole text. */
  words: number
  /** The page names itself after its own domain, which isn't the brand's name. */
  hasOwnName: boolean
  /** It says that it doesn't belong to the brand. */
  isDisclaimed: boolean
}

const textMax = 100_000
const topLength = 160
/** Shorter names occur by chance. */
const ownNameMin = 5
const disclaimers =
  /\b(?:unofficial|not affiliated|not associated|fan (?:club|page|site|forum)|inoffiziell|nicht verbunden|no oficial|non officiel|non ufficiale|nao oficial|nieoficjaln|resmi olmayan)/

/** Reads where a page names a brand. Invisible characters, accents and letters of other scripts don't hide the name. */
export function brandWords(page: PageView, aliases: readonly string[]): BrandWords {
  const names = namesOf(aliases)
  const title = words(page.title).join(' ')
  const all = words(page.text.slice(0, textMax))
  const text = ` ${all.join(' ')} `
  const label = ownLabel(page.address)
  const letters = `${title} ${text.slice(0, 400)} ${text.slice(-300)}`.replaceAll(' ', '')
  const isBrand = names.some((name) => label.includes(name.replaceAll(' ', '')))
  return {
    isInTitle: names.some((name) => ` ${title} `.includes(` ${name} `)),
    isAtTop: names.some((name) => text.slice(0, topLength).includes(` ${name} `)),
    // A name with several words contains its first word, which is usually an alias too.
    count: Math.max(0, ...names.map((name) => text.split(` ${name} `).length - 1)),
    words: all.length,
    hasOwnName: label.length >= ownNameMin && !isBrand && letters.includes(label),
    isDisclaimed: disclaimers.test(text),
  }
}

/** The first text in view that names a brand; null if none does. */
export function namedAt({ texts = [] }: PageView, aliases: readonly string[]): Box | null {
  const names = namesOf(aliases)
  return texts.find(({ text }) => names.some((name) => ` ${words(text).join(' ')} `.includes(` ${name} `)))?.box ?? null
}

const namesOf = (aliases: readonly string[]) =>
  aliases.map((alias) => words(alias).join(' ')).filter((name) => name.length >= 3)

function words(text: string): string[] {
  return skeletonOf(text.replaceAll(/\p{Cf}/gu, '').replaceAll(/[^\p{L}\p{N}]+/gu, ' '))
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

/** The letters of the name that somebody registered for a page. */
function ownLabel(address: string): string {
  const split = splitName(hostOf(address) ?? '')
  return (split.labels[split.registrableAt] ?? '').replaceAll(/[^a-z0-9]/g, '')
}
