import fs from 'node:fs/promises'
import * as z from 'zod/mini'
import {
  type FeedReport,
  lineMax,
  newFeedReport,
  noList,
  nothingMax,
  openFeed,
  type OpenedFeed,
  readOpened,
  skipsMax,
} from '@signet/connectors'
import { type AssetIndex, compileAssets } from '@signet/detection'
import type { Brand } from '@signet/contract/companies/brands'
import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import { say, write, type CommonOptions } from '../command/command.ts'
import { lineBlocks } from './line-blocks.ts'
import { hitLines, matchBlock } from './match-block.ts'
import { matchInThreads } from './match-threads.ts'

export interface MatchSettings {
  /** Path of the brands file: a JSON array. */
  brands: string
  /** Lowest score that is printed, from 0 to 1. */
  threshold: number
  /** Number of matching threads; if there are several, one more thread reads and writes. */
  threads: number
}

const Brands = z.array(
  z.object({
    id: z.string().check(z.minLength(1)),
    name: z.string(),
    aliases: z.array(z.string()),
    official: z.array(z.string()),
  }),
)

/**
 * Matches names against brands and prints one JSON line per hit: `{ domain, brand, score, class, reasons }`. The input is a stream: memory
 * use stays constant, and a hit is printed as soon as its line has arrived. Lines without a name are reported on standard error.
 */
export async function match(options: CommonOptions & MatchSettings): Promise<void> {
  const brands = await readBrands(options.brands)
  // All brands of a file have one owner: an official domain of one brand is never reported for another.
  const index = compileAssets(brands.map((brand) => ({ ...brand, owner: 'file' })))
  const report = newFeedReport()
  const feed = await openFeed('-', { stdin: options.terminal.stdin, report })
  if (feed?.format.kind === 'list') await matchList(index, feed, report, options)
  else if (feed) {
    for await (const observations of readOpened(feed, { report })) {
      await write(observations.map(({ name }) => hitLines(index, name, options.threshold)).join(''), options.terminal)
    }
  }
  for (const { line, reason } of report.skips) say(`line ${line}: ${reason}`, options.terminal)
  if (report.skipped > report.skips.length)
    say(`… and ${report.skipped - report.skips.length} more lines were skipped.`, options.terminal)
}

/** Plain lists are the most frequent and largest input, so they are matched as bytes. */
async function matchList(
  index: AssetIndex,
  feed: OpenedFeed,
  report: FeedReport,
  { threshold, threads, terminal }: CommonOptions & MatchSettings,
): Promise<void> {
  const blocks = lineBlocks(feed.chunks, lineMax)
  const matched =
    threads > 1 ? matchInThreads(index, blocks, { threshold, threads }) : matchHere(index, blocks, threshold)
  let lines = 0
  for await (const block of matched) {
    await write(block.output, terminal)
    for (const { line, reason } of block.skips) {
      if (report.skips.length < skipsMax) report.skips.push({ line: lines + line, reason })
    }
    lines += block.lines
    report.accepted += block.accepted
    report.skipped += block.skipped
    if (report.accepted === 0 && report.skipped >= nothingMax) throw noList(feed.name)
  }
}

async function* matchHere(index: AssetIndex, blocks: AsyncIterable<Buffer>, threshold: number) {
  for await (const block of blocks) yield matchBlock(index, block, threshold)
}

async function readBrands(file: string): Promise<Brand[]> {
  let text: string
  try {
    text = await fs.readFile(file, 'utf8')
  } catch (error) {
    throw new ProgramError('BRANDS_UNREADABLE', { file, code: causeOf(error).code })
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    // The parser's message quotes the surrounding text, including line ends.
    throw new ProgramError('BRANDS_NOT_JSON', { file, detail: causeOf(error).detail.replaceAll(/\s+/g, ' ') })
  }
  const brands = z.safeParse(Brands, parsed)
  if (brands.success) return brands.data
  const issue = brands.error.issues[0]
  const place = issue?.path.length ? `${issue.path.join('.')}: ` : ''
  throw new ProgramError('BRANDS_INVALID', { file, detail: `${place}${issue?.message}` })
}
