const nobody = 65_534

/** Called by a limited program once it is loaded: root privileges aren't needed any more. */
export function giveUpRights(): void {
  if (process.getuid?.() !== 0) return
  process.setgroups?.([])
  process.setgid?.(nobody)
  process.setuid?.(nobody)
}

/** The complete input of the program. */
export async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
