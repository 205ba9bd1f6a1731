import { permutationsOf } from '@signet/detection'
import { ProgramError } from '@signet/contract/program-errors'
import { write, type CommonOptions } from './command.ts'

/** Lines that are written at once. */
const batchLines = 500

/**
 * Prints names that could be registered to imitate a domain, one JSON line each: `{ rank, domain, class, weight }`, the
 * likeliest first. They are made as they are printed, so that a reader who has seen enough costs nothing more.
 *
 * @throws ProgramError when there is nothing to permute: no registrable domain, or one in other letters than ASCII
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
