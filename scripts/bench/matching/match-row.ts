import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { addAssets, type AssetIndex, compileAssets, permutationsOf } from '@signet/detection'
import type { Brand } from '../../../packages/contract/src/companies/brands.ts'
import { matchBlock } from '../../../apps/command-line/src/detection/match-block.ts'
import { matchInThreads } from '../../../apps/command-line/src/detection/match-threads.ts'
import { type MatchInput, matchInput } from './match-names.ts'
import { cpuSecondsOf, mediansOf, type Row } from '../measure.ts'
import { cpuSecondsOfCommand, searchTool } from './search-tool.ts'

const lineCount = 1_000_000
const counts = [10, 40, 1000] as const
/** Minimum number of brands for which the search is measured too. */
const searchedMin = 40
const bufferBytes = 1024 * 1024
const rounds = 3
const threshold = 0.5
const signet = path.resolve(import.meta.dirname, '../../../apps/command-line/bin/signet.mjs')
/** Permutations per second of dnstwist on two shared cores, measured earlier and not in this run. */
const dnstwistPerSecond = 41_600
const permuted = ['binance.com', 'metamask.io', 'bankofamerica.com']

const indexOf = (brands: readonly Brand[]) => compileAssets(brands.map((brand) => ({ ...brand, owner: 'bench' })))

/**
 * Compares matching a million names with a plain-text search for the brands' names in the same file. Values are CPU seconds. Matching
 * includes scoring, reasons and writing the output to a file, but not the start of the program, which only the row of the whole command
 * includes.
 */
export async function matchRows(): Promise<Row[]> {
  const input = matchInput(lineCount)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signet-bench-match-'))
  try {
    const rows = await rowsOfMatching(input, folder)
    return [...rows, ...(await rowsOfThreads(input)), rowOfCompiling(input.brands), rowOfPermutations()]
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

async function rowsOfMatching(input: MatchInput, folder: string): Promise<Row[]> {
  const names = path.join(folder, 'names.txt')
  fs.writeFileSync(names, input.bytes)
  const tool = searchTool()
  const works = counts.map((count) => {
    const brands = input.brands.slice(0, count)
    const words = path.join(folder, `words-${count}.txt`)
    const file = path.join(folder, `brands-${count}.json`)
    const output = path.join(folder, `hits-${count}.jsonl`)
    fs.writeFileSync(words, `${brands.flatMap(({ aliases }) => aliases).join('\n')}\n`)
    fs.writeFileSync(file, JSON.stringify(brands))
    const index = indexOf(brands)
    return {
      count,
      output,
      match: () => cpuSecondsOf(() => matchToFile(index, input.bytes, output)),
      // With a dozen words, a search takes less than one tick of the CPU clock.
      search: () => (count >= searchedMin ? (tool?.cpuSeconds(words, names) ?? 0) : 0),
      command: () => cpuSecondsOfCommand([process.execPath, signet, 'match', '--brands', file], names, output),
    }
  })
  const seconds = await mediansOf(
    rounds,
    works.flatMap(({ match, search, command }) => [match, search, command]),
  )
  const perSecond = (at: number) => input.lines / (seconds[at] ?? NaN)
  const rows = works.flatMap(({ count, output }, at): Row[] => {
    const findings = fs.readFileSync(output, 'utf8').split('\n').length - 1
    const reference =
      tool && count >= searchedMin ? { name: `${tool.name}, same words`, perSecond: perSecond(at * 3 + 1) } : null
    const times = (of: number) =>
      reference
        ? `${((seconds[of] ?? NaN) / (seconds[at * 3 + 1] ?? NaN)).toFixed(1)} × the CPU of ${tool?.name}; `
        : ''
    return [
      {
        name: `match ${count} brands`,
        unit: 'names',
        perSecond: perSecond(at * 3),
        reference,
        note: `${times(at * 3)}${input.source}, ${findings} hits`,
      },
      {
        name: `signet match, ${count} brands, whole command`,
        unit: 'names',
        perSecond: perSecond(at * 3 + 2),
        reference,
        note: `${times(at * 3 + 2)}the start of the program included`,
      },
    ]
  })
  const [few, , many] = counts.map((_, at) => seconds[at * 3] ?? NaN)
  rows.push({
    name: `match ${counts[2]} brands`,
    unit: 'names',
    perSecond: input.lines / many!,
    reference: { name: `match ${counts[0]} brands`, perSecond: input.lines / few! },
    note: `${(many! / few!).toFixed(2)} × the CPU of ${counts[0]} brands`,
  })
  return rows
}

function matchToFile(index: AssetIndex, bytes: Buffer, file: string): void {
  const output = fs.openSync(file, 'w')
  for (const block of blocksOf(bytes)) fs.writeSync(output, matchBlock(index, block, threshold).output)
  fs.closeSync(output)
}

function* blocksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length;) {
    const end = bytes.lastIndexOf(0x0a, Math.min(at + bufferBytes, bytes.length) - 1) + 1
    yield bytes.subarray(at, end)
    at = end
  }
}

async function rowsOfThreads({ bytes, brands, lines }: MatchInput): Promise<Row[]> {
  const index = indexOf(brands.slice(0, 40))
  // Long enough for the start of the threads to be negligible.
  const blocks = async function* () {
    for (let time = 0; time < 5; time += 1) yield* blocksOf(bytes)
  }
  const wallSeconds = async (threads: number) => {
    const before = performance.now()
    let matched = 0
    for await (const block of matchInThreads(index, blocks(), { threshold, threads })) matched += block.lines
    if (matched !== 5 * lines) throw new Error('a thread lost lines')
    return (performance.now() - before) / 1000
  }
  const [one, two] = await mediansOf(
    rounds,
    [1, 2].map((threads) => () => wallSeconds(threads)),
  )
  return [
    {
      name: 'match in two threads',
      unit: 'names',
      perSecond: (5 * lines) / two!,
      reference: { name: 'in one thread', perSecond: (5 * lines) / one! },
      note: `wall time, ${os.availableParallelism()} processors, load ${os.loadavg()[0]?.toFixed(1) ?? '?'}`,
    },
  ]
}

function rowOfCompiling(all: readonly Brand[]): Row {
  const brands = all.slice(0, counts[2])
  const seconds = cpuSecondsOf(() => void indexOf(brands))
  const index = indexOf(brands)
  const one = all.slice(counts[2], counts[2] + 1).map((brand) => ({ ...brand, owner: 'bench' }))
  const before = performance.now()
  addAssets(index, one)
  const addedMs = performance.now() - before
  const bytes = index.tables.reduce((sum, tables) => sum + bytesIn(tables), 0)
  return {
    name: `compile ${brands.length} brands`,
    unit: 'brands',
    perSecond: brands.length / seconds,
    reference: null,
    note: `${seconds.toFixed(2)} s of CPU, ${(bytes / 1e6).toFixed(1)} MB of tables; one more brand is added in ${addedMs.toFixed(1)} ms`,
  }
}

/** Number of bytes of all tables in a value. */
function bytesIn(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, part) => sum + bytesIn(part), 0)
}

function rowOfPermutations(): Row {
  let count = 0
  const work = () => {
    for (const domain of permuted) for (const _ of permutationsOf(domain)) count += 1
  }
  work()
  count = 0
  const seconds = cpuSecondsOf(work)
  return {
    name: 'permute',
    unit: 'names',
    perSecond: count / seconds,
    reference: { name: 'dnstwist (noted, not run)', perSecond: dnstwistPerSecond },
    note: `${count.toLocaleString('en')} names of ${permuted.length} domains; CPU time`,
  }
}
