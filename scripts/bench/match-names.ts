import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { knownBrands } from '@signet/detection/known-brands'
import type { Brand } from '@signet/contract/brands'
import { fewBrands, inventedBrands, plausibleNames } from './names.ts'

/** The public development set: where `SIGNET_CORPUS` says, else where it lies beside the project. */
const corpus = process.env['SIGNET_CORPUS'] ?? path.resolve(import.meta.dirname, '../../../shared/data/domains')
const backgrounds = ['background-nrd', 'background-top', 'background-hosts']
const inventedLengthMin = 5

/** What the matcher is measured with. */
export interface MatchInput {
  /** Names, one a line, the last line ended. */
  bytes: Buffer
  lines: number
  /** Where they come from. */
  source: string
  /** Most brands there are; fewer are taken from the beginning. */
  brands: readonly Brand[]
}

/**
 * Names and brands: the background and brands of the public development set where it is there, else invented ones.
 *
 * The brands beyond the set are well-known names and invented ones, of at least five letters: shorter ones stand in
 * ordinary names by the ten thousand, so that what is measured would be the length of the list's shortest names.
 */
export function matchInput(lines: number): MatchInput {
  const known = [...knownBrands].filter((name) => name.length >= inventedLengthMin).map(brandOf)
  const invented = inventedBrands(4000).filter(({ aliases }) => (aliases[0]?.length ?? 0) >= inventedLengthMin)
  const isThere = existsSync(corpus)
  const real = isThere
    ? (JSON.parse(readFileSync(path.join(corpus, 'brands.json'), 'utf8')) as Brand[])
    : [...fewBrands]
  const brands = [...real, ...known, ...invented]
  if (!isThere) {
    const names = plausibleNames(lines, brands.slice(0, 40))
    return { bytes: Buffer.from(`${names.join('\n')}\n`), lines, source: 'invented names', brands }
  }
  const once = Buffer.concat(backgrounds.map((name) => gunzipSync(readFileSync(path.join(corpus, `${name}.txt.gz`)))))
  return { bytes: repeated(once, lines), lines, source: 'background names of the public set', brands }
}

function brandOf(name: string): Brand {
  return { id: `known-${name}`, name, aliases: [name], official: [`${name}.com`] }
}

/** The lines again and again until there are so many. */
function repeated(bytes: Buffer, lines: number): Buffer {
  const parts: Buffer[] = []
  for (let left = lines; left > 0;) {
    let end = 0
    let count = 0
    for (; count < left && end < bytes.length; count += 1) end = bytes.indexOf(0x0a, end) + 1
    parts.push(bytes.subarray(0, end))
    left -= count
  }
  return Buffer.concat(parts)
}
