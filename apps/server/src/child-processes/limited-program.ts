import { buffer } from 'node:stream/consumers'

const nobody = 65_534

/** Called by a limited program once it is loaded: root privileges aren't needed any more. */
export function giveUpRights(): void {
  if (process.getuid?.() !== 0) return
  process.setgroups?.([])
  process.setgid?.(nobody)
  process.setuid?.(nobody)
}

/** The complete input of the program. */
export const readInput = (): Promise<Buffer> => buffer(process.stdin)
