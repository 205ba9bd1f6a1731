import { Worker } from 'node:worker_threads'
import { type Asset, type AssetIndex, compileAssets } from '@signet/detection'

/** The part of a brand that is compiled. */
export type CompiledBrand = Asset

const heapMaxMb = 384
const timeMaxMs = 60_000

/** Compiles many brands on a separate thread; its large tables are shared, not copied. */
export async function compileInThread(assets: readonly CompiledBrand[]): Promise<AssetIndex> {
  const worker = new Worker(new URL('compile-brands.worker.ts', import.meta.url), {
    workerData: assets,
    resourceLimits: { maxOldGenerationSizeMb: heapMaxMb },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<AssetIndex>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('Compiling took too long')), timeMaxMs)
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The thread ended without an answer')))
    })
  } catch {
    // Without a thread, this blocks other work for a moment, but the result is the same.
    return compileAssets(assets)
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
