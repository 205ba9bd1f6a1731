// Compiles brands on a separate thread, posts the index and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { compileAssets } from '@signet/detection'
import type { CompiledBrand } from './compile-brands.ts'

const brands: CompiledBrand[] = workerData
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(compileAssets(brands))
