import type { KnownThing } from '@signet/contract/requests/requests'
import { isThing, wordsInLine } from './request-draft.ts'

type Threat = KnownThing['threats'][number]

/** The lines of a report, by what is known of them. */
export interface KnownLines {
  /** Lines that are threats already. */
  known: ReadonlySet<string>
  /** How many things aren't. */
  freshCount: number
  /** The threats that they are, each once. */
  threats: Threat[]
  /** Whether the known ones can be left out: a sentence that names one can't. */
  isDivisible: boolean
}

/** An address without what differs from one way of writing it to another. */
const bare = (written: string): string =>
  written
    .trim()
    .toLowerCase()
    .replaceAll('[.]', '.')
    .replace(/^(h(tt|xx)ps?:\/\/)?(www\.)?@?/, '')
    .replace(/\/$/, '')
const isNumber = (word: string): boolean => /^\d{6,}$/.test(word)

/** Whether a threat is what a line names, not only something whose name contains it: `t.me/a` is not `t.me/b`. */
function isSame(thing: string, word: string, title: string): boolean {
  if (isNumber(word)) return title.replaceAll(/\D/g, '').replace(/^0+/, '') === word
  const name = bare(title)
  return name === bare(thing) || name === bare(word)
}

/**
 * Divides what is about to be reported into what is a threat already and what isn't. The official domains of the company are neither.
 *
 * @param things what the server knows of the hosts, accounts and numbers in the text
 * @param source where accounts like `@name` are, if it was chosen
 */
export function knownLinesOf(text: string, things: readonly KnownThing[], source = ''): KnownLines {
  const known = new Set<string>()
  const fresh = new Set<string>()
  const threats = new Map<string, Threat>()
  let isDivisible = true
  for (const line of new Set(text.split('\n').map((written) => written.trim()))) {
    const isWhole = isThing(line)
    const words = wordsInLine(line)
    for (const word of words) {
      const thing = things.find((one) => one.word === word)
      if (thing?.isOfficial) continue
      const isElsewhere = (threat: Threat) => line.startsWith('@') && source !== '' && threat.source !== source
      const same = thing?.threats.filter(
        (threat) => isSame(isWhole ? line : word, word, threat.title) && !isElsewhere(threat),
      )
      if (!same?.length) {
        fresh.add(isWhole ? line : word)
        continue
      }
      if (isWhole) known.add(line)
      else isDivisible = false
      for (const threat of same) threats.set(threat.id, threat)
    }
    // A name too short to look for.
    if (isWhole && words.length === 0) fresh.add(line)
  }
  return { known, freshCount: fresh.size, threats: [...threats.values()], isDivisible }
}

/** A text without the lines that are known. */
export const withoutKnown = (text: string, known: ReadonlySet<string>): string =>
  text
    .split('\n')
    .filter((line) => !known.has(line.trim()))
    .join('\n')
