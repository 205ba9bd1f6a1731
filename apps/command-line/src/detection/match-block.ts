import { lineMax, type NameSink, readListLine, skipsMax } from '@signet/connectors'
import { type AssetIndex, matchName, scanNames } from '@signet/detection'

/** The result of a block of lines. */
export interface MatchedBlock {
  /** JSON Lines of the hits, in the order of the input. */
  output: string
  lines: number
  /** Names that were parsed. */
  accepted: number
  /** Lines without a name, and the first of them; their numbers count from 1 within the block. */
  skipped: number
  skips: { line: number; reason: string }[]
}

/** A JSON line for each verdict on a name: `{ domain, brand, score, class, reasons }`. */
export function hitLines(index: AssetIndex, name: string, threshold: number): string {
  let lines = ''
  for (const { brandId, score, class: kind, indicators } of matchName(index, name, { scoreMin: threshold })) {
    lines += `${JSON.stringify({ domain: name, brand: brandId, score, class: kind, reasons: indicators })}\n`
  }
  return lines
}

/**
 * Matches a block of lines of a plain list. Most lines are skipped as bytes; a string is created only for the others.
 *
 * @param block whole lines, including the end of the last one
 */
export function matchBlock(index: AssetIndex, block: Buffer, threshold: number): MatchedBlock {
  const result: MatchedBlock = { output: '', lines: 0, accepted: 0, skipped: 0, skips: [] }
  const names: NameSink = {
    accept(name) {
      result.accepted += 1
      result.output += hitLines(index, name, threshold)
    },
    skip(line, reason) {
      result.skipped += 1
      if (result.skips.length < skipsMax) result.skips.push({ line, reason })
    },
  }
  const { lines, hosts } = scanNames(index, block, 0, block.length, {
    candidate(start, end) {
      result.output += hitLines(index, block.toString('latin1', start, end), threshold)
    },
    other(start, end, line) {
      if (end - start > lineMax) names.skip(line + 1, `longer than ${lineMax / 1024} KiB`)
      else readListLine(trimmed(block, start, end), line + 1, names)
    },
  })
  result.lines = lines
  result.accepted += hosts
  return result
}

/** Spaces and tabs at both ends aren't part of a line, and neither is the CR of its line end. */
function trimmed(block: Buffer, from: number, to: number): string {
  let start = from
  let end = to
  while (start < end && isBlank(block[start])) start += 1
  while (end > start && isBlank(block[end - 1])) end -= 1
  return block.toString('utf8', start, end)
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d
}
