import path from 'node:path'
import { isRecord } from '@signet/contract/narrow'
import { readLocalFile } from '@signet/server/features/file-imports/read-file'
import { compareValues, type ComparedValue } from './compare-values.ts'
import { factsOfFile } from './file-facts.ts'
import type { Sample } from './samples.ts'

/** Reads a sample as `signet read` does, and compares what it finds with the expected values. */
export async function checkSample(root: string, { file, expected }: Sample): Promise<ComparedValue[]> {
  const { answer, records } = await readLocalFile(path.join(root, file))
  const refusal = refusalOf(expected)
  if (refusal !== undefined) {
    const found = answer.state === 'unreadable' ? answer.reason : answer.state
    const isRight = refusal === 'any' ? found !== 'read' : found === refusal
    return [{ path: 'refused', expected: refusal, found, isRight }]
  }
  if (answer.state !== 'read') {
    return compareValues(expected, undefined).map((value) => ({ ...value, found: answer, isRight: false }))
  }
  return compareValues(expected, Array.isArray(expected) ? records : factsOfFile(records, expected))
}

/** How a sample has to be refused; undefined for one that is read. */
function refusalOf(expected: unknown): 'locked' | 'any' | undefined {
  if (!isRecord(expected)) return undefined
  if (expected['withoutPassword'] !== undefined) return 'locked'
  return expected['error'] === true ? 'any' : undefined
}
