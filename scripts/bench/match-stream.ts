import { compileAssets } from '@signet/detection'
import { lineBlocks } from '../../apps/server/src/commands/line-blocks.ts'
import { matchBlock } from '../../apps/server/src/commands/match-block.ts'
import { matchInput } from './match-names.ts'

const chunkBytes = 64 * 1024
const quarters = 4

/**
 * Matches a stream of many lines, made up from a million names that are repeated, and tells how the memory went.
 *
 * @param millions of lines
 */
export async function matchStream(millions: number, say: (line: string) => void) {
  const { bytes, brands, source } = matchInput(1_000_000)
  const index = compileAssets(brands.slice(0, 40).map((brand) => ({ ...brand, owner: 'bench' })))
  const before = process.cpuUsage()
  const residentMb: number[] = []
  let lines = 0
  let findings = 0
  for await (const block of lineBlocks(chunksOf(bytes, millions), 8 * 1024)) {
    const matched = matchBlock(index, block, 0.5)
    lines += matched.lines
    findings += matched.output.split('\n').length - 1
    if (lines < ((residentMb.length + 1) * millions * 1e6) / quarters) continue
    residentMb.push(Math.round(process.memoryUsage.rss() / 1e6))
    say(`${lines.toLocaleString('en')} lines, ${residentMb.at(-1)} MB`)
  }
  const { user, system } = process.cpuUsage(before)
  return { lines, source, findings, cpuSeconds: (user + system) / 1e6, residentMb }
}

async function* chunksOf(bytes: Buffer, times: number): AsyncGenerator<Buffer> {
  for (let time = 0; time < times; time += 1) {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield Buffer.from(bytes.subarray(at, at + chunkBytes))
  }
}
