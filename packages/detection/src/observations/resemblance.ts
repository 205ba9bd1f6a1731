import { eachSuspicion } from '../match/match-name.ts'
import { skeletonOf } from '../names/skeleton.ts'
import { type Mention, mentionsIn } from './mentions.ts'
import { plainText } from './plain-text.ts'
import type { Watch, WatchedName } from './watch.ts'

/** How a displayed name or an account name is like a watched one. */
export interface Resemblance {
  watched: WatchedName
  /** `whole` is nothing but the name, `part` has other words, `misspelt` is one or two typos away. */
  degree: 'whole' | 'part' | 'misspelt'
  /** As written. */
  text: string
  isDisguised: boolean
  isFullName: boolean
  /** Nothing but an article or the like stands in front of it. */
  isLeading: boolean
  /** The words next to it, in lower case, separated by blanks. */
  rest: string
}

/** Longer names are no names. */
const nameMax = 200
/** The longest label that the typo tables read. */
const labelMax = 63
/** Chance spells shorter names with one slip. */
const slipLengthMin = 5

/** Every watched name that a displayed name or an account name is like, each once, the closest first. */
export function resemblancesOf(watch: Watch, written: string): Resemblance[] {
  const name = written.slice(0, nameMax)
  const found = new Map<WatchedName, Resemblance>()
  for (const mention of mentionsIn(watch, name)) {
    const known = found.get(mention.watched)
    if (known && (known.isFullName || !mention.isFullName)) continue
    found.set(mention.watched, ofMention(name, mention))
  }
  for (const slip of slipsIn(watch, name)) if (!found.has(slip.watched)) found.set(slip.watched, slip)
  return [...found.values()]
}

function ofMention(name: string, { watched, text, start, end, isDisguised, isFullName }: Mention): Resemblance {
  const around = wordsOf(`${name.slice(0, start)} ${name.slice(end)}`)
  // The rest of its own name adds nothing.
  const rest = around.filter((word) => !watched.words.includes(word))
  const isOwn = around.length > rest.length
  return {
    watched,
    degree: rest.every((word) => /^\d+$/.test(word)) ? 'whole' : 'part',
    text,
    isDisguised,
    isFullName: isFullName || isOwn,
    isLeading: leading.test(plainText(name.slice(0, start))),
    rest: rest.join(' '),
  }
}

/** What may stand in front of a name without changing whose it is. */
const leading = /^[^\p{L}\p{N}]*(?:(?:the|my|new|official|das|der|die|meine?|la|le|el|mi|mon|il|mio)[^\p{L}\p{N}]+)?$/u

const wordsOf = (text: string) =>
  plainText(text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .split(/[^\p{L}\p{M}\p{N}]+|(?<=\p{L})(?=\d)/u)
    .filter(Boolean)

/** Misspellings, and names glued to other words, as labels of hosts have them. */
function slipsIn(watch: Watch, name: string): Resemblance[] {
  const label = skeletonOf(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, labelMax)
    .replaceAll(/^-+|-+$/g, '')
  if (label.length < slipLengthMin) return []
  const found: Resemblance[] = []
  eachSuspicion(watch.index, `${label}.invalid`, ({ sighting }) => {
    if (!sighting || sighting.position === 'inside') return
    const { pattern, kind, position, before, after, spelled } = sighting
    const watched = watch.watched.get(pattern.brandId)
    // Names of people are often a letter away from each other.
    if (!watched || watched.brandId === null || watched.isOrdinary || pattern.wordiness === 'word') return
    const isSlip = kind === 'slips'
    if (!isSlip && position !== 'edge') return
    if (pattern.alias.length < slipLengthMin) return
    const rest = wordsOf(`${before} ${after}`.replaceAll('-', ' ')).join(' ')
    found.push({
      watched,
      degree: isSlip ? 'misspelt' : 'part',
      text: spelled,
      isDisguised: kind === 'digits' || kind === 'glyphs',
      isFullName: false,
      isLeading: before.replaceAll('-', '') === '',
      rest,
    })
  })
  return found
}
