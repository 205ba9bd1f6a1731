import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { knownBrands } from '../../../packages/detection/src/names/known-brands.ts'
import type { Brand } from '../../../packages/contract/src/companies/brands.ts'
import { corpusDir } from '../../eval/corpus.ts'
import { fewBrands, inventedBrands, plausibleNames } from './names.ts'

const corpus = corpusDir()
const backgrounds = ['background-nrd', 'background-top', 'background-hosts']
const inventedLengthMin = 5

/** The input of the matching benchmarks. */
export interface MatchInput {
  /** Names, one per line, with a line end after the last. */
  bytes: Buffer
  lines: number
  /** The origin of the names. */
  source: string
  /** The largest list of brands; smaller benchmarks use its first brands. */
  brands: readonly Brand[]
}

/**
 * Names and brands: the background and brands of the public development set if it is available, otherwise invented ones.
 *
 * The brands beyond the set are well-known names and invented ones, of at least five letters: shorter ones occur in ordinary names by the
 * ten thousand, so the benchmark would measure the length of the shortest names.
 */
export function matchInput(lines: number): MatchInput {
  const known = [...knownBrands].filter((name) => name.length >= inventedLengthMin).map(brandOf)
  const invented = inventedBrands(4000).filter(({ aliases }) => (aliases[0]?.length ?? 0) >= inventedLengthMin)
  const isThere = existsSync(corpus)
  const real: Brand[] = isThere ? JSON.parse(readFileSync(path.join(corpus, 'brands.json'), 'utf8')) : [...fewBrands]
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

/** The lines, repeated until there are enough. */
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
