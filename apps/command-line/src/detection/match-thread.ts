// A thread of `signet match --threads`: receives blocks of lines and posts the matches of each.
import { parentPort, workerData } from 'node:worker_threads'
import { matchBlock } from './match-block.ts'
import type { MatchThreadData } from './match-threads.ts'

const { index, threshold }: MatchThreadData = workerData
parentPort?.on('message', (block: Uint8Array<ArrayBuffer>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(matchBlock(index, Buffer.from(block.buffer), threshold))
})
