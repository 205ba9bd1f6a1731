import { StringDecoder } from 'node:string_decoder'
import { compileAssets, matchBatch } from '@signet/detection'
import type { Brand } from '@signet/contract/brands'
import type { NameObservation } from '@signet/contract/findings'
import { cpuSecondsOf, mediansOf, type Row } from './measure.ts'
import { fewBrands, inventedBrands, plausibleNames } from './names.ts'

const nameCount = 300_000
const batchSize = 5000
const bufferBytes = 1024 * 1024
const rounds = 5
// Cutting lines is over in a few milliseconds; the clock of the CPU time is coarser than that is worth.
const splitTimes = 20

/** Matching a large list against few and many brands, beside cutting the same bytes into lines. CPU time of one process. */
export async function matchRows(): Promise<Row[]> {
  const many = [...fewBrands, ...inventedBrands(42 - fewBrands.length)]
  const names = plausibleNames(nameCount, many)
  const bytes = Buffer.from(`${names.join('\n')}\n`)
  const observations = names.map((name, at): NameObservation => ({ name, feed: 'bench', line: at + 1 }))
  const batches = Array.from({ length: nameCount / batchSize }, (_, at) =>
    observations.slice(at * batchSize, (at + 1) * batchSize),
  )
  const works = [fewBrands, many].map((brands) => matcherOf(brands, batches))
  const split = () => {
    for (let time = 0; time < splitTimes; time += 1) {
      if (countLines(bytes) !== nameCount) throw new Error('the line splitter lost lines')
    }
  }
  const [few, lots, lines] = await mediansOf(
    rounds,
    [...works.map(({ run }) => run), split].map((work) => () => cpuSecondsOf(work)),
  )
  const reference = { name: 'lines cut from 1 MiB buffers', perSecond: (nameCount * splitTimes) / lines! }
  const note = (findings: number) =>
    `${nameCount.toLocaleString('en')} names, ${(bytes.length / 1e6).toFixed(1)} MB, ${findings.toLocaleString('en')} findings; CPU time`
  return [
    { brands: fewBrands, seconds: few!, findings: works[0]!.findings() },
    { brands: many, seconds: lots!, findings: works[1]!.findings() },
  ].map(({ brands, seconds, findings }) => ({
    name: `match ${brands.length} brands`,
    unit: 'names',
    perSecond: nameCount / seconds,
    reference,
    note: note(findings),
  }))
}

function matcherOf(brands: readonly Brand[], batches: readonly NameObservation[][]) {
  const index = compileAssets(brands.map((brand) => ({ ...brand, owner: 'bench' })))
  let findings = 0
  return {
    run: () => {
      findings = 0
      for (const batch of batches) findings += matchBatch(index, batch).length
    },
    findings: () => findings,
  }
}

/** The least that any reader of lists does: each line a string of its own, counted. */
function countLines(bytes: Buffer): number {
  const decoder = new StringDecoder('utf8')
  let count = 0
  let rest = ''
  for (let at = 0; at < bytes.length; at += bufferBytes) {
    const lines = (rest + decoder.write(bytes.subarray(at, at + bufferBytes))).split('\n')
    rest = lines.pop() ?? ''
    count += lines.length
  }
  return count
}
