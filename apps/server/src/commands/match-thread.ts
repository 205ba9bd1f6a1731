// A thread of `signet match --threads`: takes blocks of lines, gives what was found in each.
import { parentPort, workerData } from 'node:worker_threads'
import { matchBlock } from './match-block.ts'
import type { MatchThreadData } from './match-threads.ts'

const { index, threshold }: MatchThreadData = workerData
parentPort?.on('message', (block: Uint8Array<ArrayBuffer>) => {
  parentPort?.postMessage(matchBlock(index, Buffer.from(block.buffer), threshold))
})
