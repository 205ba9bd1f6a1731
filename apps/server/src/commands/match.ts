import fs from 'node:fs/promises'
import * as z from 'zod/mini'
import { readFeed, newFeedReport } from '@signet/connectors'
import { compileAssets, matchName } from '@signet/detection'
import type { Brand } from '@signet/contract/brands'
import { CommandError, say, type CommonOptions } from './command.ts'

const Brands = z.array(
  z.object({
    id: z.string().check(z.minLength(1)),
    name: z.string(),
    aliases: z.array(z.string()),
    official: z.array(z.string()),
  }),
)

/**
 * Matches names against brands and prints a JSON line a hit: `{ domain, brand, score, class, reasons }`. Works on a stream, so a
 * pipe of any length is fine.
 */
export async function match(options: CommonOptions & { brands: string; threshold: number }): Promise<void> {
  const brands = await readBrands(options.brands)
  // All brands of a file belong together: what is official for one is silent for all.
  const index = compileAssets(brands.map((brand) => ({ ...brand, owner: 'file' })))
  const report = newFeedReport()
  for await (const observations of readFeed('-', { stdin: process.stdin, report })) {
    let lines = ''
    for (const { name } of observations) {
      for (const verdict of matchName(index, name, { scoreMin: options.threshold })) {
        const { brandId, score, class: kind, indicators } = verdict
        lines += `${JSON.stringify({ domain: name, brand: brandId, score, class: kind, reasons: indicators })}\n`
      }
    }
    if (lines !== '' && !process.stdout.write(lines))
      await new Promise((resolve) => process.stdout.once('drain', resolve))
  }
  for (const { line, reason } of report.skips) say(`line ${line}: ${reason}`)
  if (report.skipped > report.skips.length)
    say(`… and ${report.skipped - report.skips.length} more lines were skipped.`)
}

async function readBrands(file: string): Promise<Brand[]> {
  let text: string
  try {
    text = await fs.readFile(file, 'utf8')
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}).`, {
      isUsage: true,
    })
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    // The parser quotes the text around the place, line ends included.
    const reason = (error as Error).message.replaceAll(/\s+/g, ' ')
    throw new CommandError(`${file} is not JSON: ${reason}`, { isUsage: true })
  }
  const brands = z.safeParse(Brands, parsed)
  if (brands.success) return brands.data
  const issue = brands.error.issues[0]
  const place = issue?.path.length ? `${issue.path.join('.')}: ` : ''
  throw new CommandError(`${file}: ${place}${issue?.message ?? 'has the wrong form'}`, { isUsage: true })
}
