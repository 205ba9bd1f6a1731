import { setTimeout as sleep } from 'node:timers/promises'

/** Waits, at most until the signal is aborted; with `ref: false` the process may end in the meantime. */
export async function pause(ms: number, signal: AbortSignal, options: { ref?: boolean } = {}): Promise<void> {
  // The timer only fails when the signal ends it.
  await sleep(ms, null, { ...options, signal }).catch(() => {})
}
