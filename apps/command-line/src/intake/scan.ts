import { randomUUID } from 'node:crypto'
import { scanFeed, type ScanResult } from '@signet/server/features/intake/scans/scan-feed'
import type { Program } from '../command/program.ts'
import { print, say, withProgram, type CommonOptions } from '../command/command.ts'
import { openProgress } from '../command/progress.ts'
import { companyIdOf } from '../command/company-id.ts'

/** Scans one feed for all companies or for one. */
export function scan(options: CommonOptions & { feed: string; company?: string; since?: string }): Promise<void> {
  return withProgram(options, async (program, stop) => {
    const companyId = options.company === undefined ? undefined : await companyIdOf(program, options.company)
    await scanAndPrint(program, stop, options, options.feed, companyId, options.since)
  })
}

/** Scans with a progress line, prints the result and names the skipped lines. */
export async function scanAndPrint(
  program: Program,
  stop: AbortSignal,
  options: CommonOptions,
  feed: string,
  companyId?: number,
  since?: string,
): Promise<ScanResult> {
  const progress = openProgress(options, `Scanning ${feed}:`)
  let result: ScanResult
  try {
    result = await scanFeed(
      {
        database: program.database,
        feedAllow: program.env.feedAllow,
        stdin: options.terminal.stdin,
        signal: stop,
        ...(program.env.lookUps ? { enqueue: program.queue.enqueue } : {}),
        onProgress: ({ namesRead, threatsAdded }) => progress.at(`${namesRead} names, ${threatsAdded} new threats`),
      },
      { scanId: randomUUID(), feed, companyId, since },
    )
  } finally {
    progress.end()
  }
  for (const { line, reason } of result.skips) say(`${feed}, line ${line}: ${reason}`, options.terminal)
  if (result.namesSkipped > result.skips.length)
    say(`… and ${result.namesSkipped - result.skips.length} more lines were skipped.`, options.terminal)
  const { namesRead, namesSkipped, threatsAdded, threatsSeenAgain } = result
  print(
    options,
    { feed, namesRead, namesSkipped, threatsAdded, threatsSeenAgain },
    `${feed}: ${namesRead} names read, ${namesSkipped} skipped, ${threatsAdded} new threats, ${threatsSeenAgain} seen again.`,
  )
  return result
}
