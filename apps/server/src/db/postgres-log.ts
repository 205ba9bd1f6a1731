import { copyFile, open, stat, truncate } from 'node:fs/promises'

const sizeMax = 10 * 1024 * 1024
const checkMs = 60_000
const tailBytes = 4096

/**
 * Keeps the log at 10 MB plus one older file `<log>.1`, checked now and every minute.
 *
 * PostgreSQL appends to the file it was started with, so the file is copied and cut, not renamed.
 *
 * @returns a function that ends the checks
 */
export async function limitLogSize(logFile: string): Promise<() => void> {
  const check = async () => {
    try {
      if ((await stat(logFile)).size <= sizeMax) return
      await copyFile(logFile, `${logFile}.1`)
      await truncate(logFile)
    } catch {
      // No log yet, or a full disk: tried again in a minute, and no reason to stop the server.
    }
  }
  await check()
  const timer = setInterval(() => void check(), checkMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** The last line of the log that tells of an error, else the last one; empty when there is none. */
export async function lastLogLine(logFile: string): Promise<string> {
  const file = await open(logFile).catch(() => null)
  if (!file) return ''
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(tailBytes),
      position: Math.max(0, size - tailBytes),
    })
    const lines = buffer.toString('utf8', 0, bytesRead).trim().split('\n')
    return lines.findLast((line) => /\b(FATAL|PANIC|ERROR):/.test(line)) ?? lines.at(-1) ?? ''
  } finally {
    await file.close()
  }
}
