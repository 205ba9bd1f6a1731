import { permutationsOf } from '@signet/detection'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { write, type CommonOptions } from '../command/command.ts'

/** Number of lines written at once. */
const batchLines = 500

/**
 * Prints names that could be registered to imitate a domain, one JSON line each: `{ rank, domain, class, weight }`, the likeliest first.
 * They are generated while printing, so that a reader who stops early causes no further work.
 *
 * @throws ProgramError if there is nothing to permute: no registrable domain, or one with letters other than ASCII
 */
export async function permute(domain: string, options: CommonOptions & { limit?: number }): Promise<void> {
  const limit = options.limit ?? Infinity
  let rank = 0
  let lines = ''
  for (const permutation of permutationsOf(domain).take(limit)) {
    rank += 1
    lines += `${JSON.stringify({ rank, ...permutation })}\n`
    if (rank % batchLines !== 0) continue
    await write(lines, options.terminal)
    lines = ''
  }
  if (rank === 0) throw new ProgramError('DOMAIN_NOT_PERMUTABLE', { domain })
  await write(lines, options.terminal)
}
