import type { MarkedName, NameMark } from '@signet/contract/threats/marked-name'
import { alignAlias } from '../permute/align-alias.ts'
import { normaliseName } from './normalise-name.ts'
import { labelToUnicode } from './punycode.ts'
import { riskWords } from './risk-words.ts'
import { skeletonOf } from './skeleton.ts'
import { splitName, type SplitName } from './split-name.ts'

/** What a name is compared with: the forms and official hosts of one brand. */
export interface MarkUpBrand {
  aliases: readonly string[]
  official: readonly string[]
}

interface Label {
  text: string
  start: number
}

/** How many letters a protected name needs so that one slip, or two, are still read as the name. */
const oneSlipLength = 4
const twoSlipsLength = 9
/** The weight of each letter of the protected name against the price of the tricks around it: a longer name explains more. */
const pointsOfPrice = 3

/**
 * Marks the characters of a suspicious host that imitate a brand.
 *
 * Every label that its owner chose is searched for the protected name (the suffix is not). Of several aliases and positions, the one that
 * explains most is marked, and the registrable domain comes first. Other marks are an official host written out, words that are used for
 * impersonation, the suffix where only that differs, and the hosting service of the name.
 *
 * @param text a domain, host or URL as written in a feed
 * @returns `null` for text without a host, for an IP address, and for a host without anything to mark
 */
export function markUp(text: string, brand: MarkUpBrand): MarkedName | null {
  const host = normaliseName(text)?.host
  if (!host || /^[\d.]+$/.test(host) || host.startsWith('[')) return null
  const split = splitName(host)
  const labels: Label[] = []
  let at = 0
  for (const label of split.labels) {
    const shown = labelToUnicode(label)
    labels.push({ text: shown, start: at })
    at += shown.length + 1
  }
  const name = labels.map((label) => label.text).join('.')
  const chosen = Math.max(0, split.registrableAt + 1)
  const hosts = brand.official.flatMap((official) => normaliseName(official)?.host ?? [])

  const marks: NameMark[] = officialMarks(split, labels, hosts)
  const isTaken = ({ start, text: own }: Label) =>
    marks.some((mark) => mark.start < start + own.length && mark.end > start)
  const found = bestPlace(labels.slice(0, chosen), aliasesOf(brand, hosts), isTaken)
  if (found) marks.push(...found.marks)
  for (const label of labels.slice(0, chosen)) {
    if (!isTaken(label) || found?.label === label)
      marks.push(...riskMarks(label, found?.label === label ? found : null))
  }
  const last = endMark(split, labels, hosts, found)
  if (last) marks.push(last)
  if (marks.length === 0) return null
  marks.sort((a, b) => a.start - b.start || a.end - b.end)
  return { name, alias: found?.alias ?? '', marks }
}

function aliasesOf(brand: MarkUpBrand, hosts: readonly string[]): string[] {
  const written = brand.aliases.length > 0 ? brand.aliases : hosts.flatMap((host) => labelOf(splitName(host)))
  const plain = written.map((alias) => skeletonOf(alias.toLowerCase()).replaceAll(/[^a-z0-9]/g, ''))
  return [...new Set(plain)].filter((alias) => alias.length >= 2 && alias.length <= 60)
}

const labelOf = ({ labels, registrableAt }: SplitName): string[] =>
  labels[registrableAt] === undefined ? [] : [labels[registrableAt]]

/** Official hosts written out left of the suffix of a foreign domain. */
function officialMarks(split: SplitName, labels: readonly Label[], hosts: readonly string[]): NameMark[] {
  const marks: NameMark[] = []
  for (const host of hosts.toSorted((a, b) => b.length - a.length)) {
    const count = host.split('.').length
    for (let from = 0; from + count <= split.registrableAt + 1; from++) {
      if (split.labels.slice(from, from + count).join('.') !== host) continue
      const [first, last] = [labels[from], labels[from + count - 1]]
      if (!first || !last) continue
      const { start } = first
      const end = last.start + last.text.length
      if (marks.some((mark) => mark.start < end && mark.end > start)) continue
      marks.push({ start, end, kind: 'official' })
    }
  }
  return marks
}

interface Place {
  alias: string
  label: Label
  start: number
  end: number
  isWhole: boolean
  marks: NameMark[]
}

function bestPlace(
  labels: readonly Label[],
  aliases: readonly string[],
  isTaken: (label: Label) => boolean,
): Place | null {
  let best: Place | null = null
  let bestPoints = -Infinity
  for (const label of labels) {
    if (isTaken(label)) continue
    for (const alias of aliases) {
      const found = alignAlias(label.text, alias)
      if (!found) continue
      const slipsMax = alias.length >= twoSlipsLength ? 2 : alias.length >= oneSlipLength ? 1 : 0
      if (found.slips > slipsMax) continue
      const points = alias.length - pointsOfPrice * found.cost
      // The registrable domain comes last, so it wins a tie.
      if (points < bestPoints) continue
      bestPoints = points
      const at = label.start
      best = {
        alias,
        label,
        start: at + found.start,
        end: at + found.end,
        isWhole: found.start === 0 && found.end === label.text.length && found.cost === 0,
        marks: found.marks.map((mark) => ({ ...mark, start: at + mark.start, end: at + mark.end })),
      }
    }
  }
  return best
}

/** Risk words in a label, outside of the protected name: whole parts, or runs of words without any letters left over. */
function riskMarks(label: Label, place: Place | null): NameMark[] {
  const marks: NameMark[] = []
  const end = label.start + label.text.length
  const stretches = place
    ? [
        [label.start, place.start],
        [place.end, end],
      ]
    : [[label.start, end]]
  for (const [from = 0, to = 0] of stretches) {
    const text = label.text.slice(from - label.start, to - label.start)
    for (const part of text.matchAll(/[a-z]+/g)) {
      let start = from + part.index
      for (const word of riskWordsOf(part[0])) {
        marks.push({ start, end: start + word.length, kind: 'riskWord' })
        start += word.length
      }
    }
  }
  return marks
}

/** The risk words that a run of letters consists of, e.g. `securelogin`; none when letters are left over. */
function riskWordsOf(letters: string): string[] {
  if (riskWords.has(letters)) return [letters]
  // Shorter words occur too often by chance: `in`, `me`, `id`.
  const wordLengthMin = 4
  for (let length = letters.length - wordLengthMin; length >= wordLengthMin; length--) {
    const word = letters.slice(0, length)
    if (!riskWords.has(word)) continue
    const rest = riskWordsOf(letters.slice(length))
    if (rest.length > 0) return [word, ...rest]
  }
  return []
}

/** The hosting service, or the suffix where the label is the exact protected name. */
function endMark(
  split: SplitName,
  labels: readonly Label[],
  hosts: readonly string[],
  found: Place | null,
): NameMark | null {
  const fromEnd = (suffix: string) => labels[labels.length - suffix.split('.').length]
  const end = (labels.at(-1)?.start ?? 0) + (labels.at(-1)?.text.length ?? 0)
  if (split.hostedAt !== '') {
    const start = fromEnd(split.hostedAt)?.start
    return start === undefined ? null : { start, end, kind: 'hosting' }
  }
  if (!found?.isWhole || found.label !== labels[split.registrableAt]) return null
  const own = hosts.map(splitName).find((official) => official.labels[official.registrableAt] === found.label.text)
  const start = fromEnd(split.suffix)?.start
  if (start === undefined || own?.suffix === split.suffix) return null
  return { start, end, kind: 'suffix', ...(own ? { imitates: own.suffix } : {}) }
}
