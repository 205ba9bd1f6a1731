import { copyFile, open, stat, truncate } from 'node:fs/promises'

const sizeMax = 10 * 1024 * 1024
const checkMs = 60_000
const tailBytes = 64 * 1024

/**
 * Limits the log to 10 MB plus one older file `<log>.1`; checks it now and every minute.
 *
 * PostgreSQL appends to the file it was started with, so the file is copied and truncated, not renamed.
 *
 * @returns a function that stops the checks
 */
export async function limitLogSize(logFile: string): Promise<() => void> {
  const check = async () => {
    try {
      if ((await stat(logFile)).size <= sizeMax) return
      await copyFile(logFile, `${logFile}.1`)
      await truncate(logFile)
    } catch {
      // There is no log yet, or the disk is full: this is retried in a minute and is no reason to stop the server.
    }
  }
  await check()
  const timer = setInterval(() => void check(), checkMs)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * The last line of the log that reports an error, otherwise the last line; empty if there is none.
 *
 * @param pid only lines of this process, if it wrote any: connections of a killed server write to the same log
 */
export async function lastLogLine(logFile: string, pid?: number): Promise<string> {
  // Without a log there is nothing to add to the error that is being reported.
  const file = await open(logFile).catch(() => null)
  if (!file) return ''
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(tailBytes),
      position: Math.max(0, size - tailBytes),
    })
    const all = buffer.toString('utf8', 0, bytesRead).trim().split('\n')
    const own = all.filter((line) => line.includes(` [${pid}] `))
    const lines = own.length > 0 ? own : all
    return lines.findLast((line) => /\b(FATAL|PANIC|ERROR):/.test(line)) ?? lines.at(-1) ?? ''
  } finally {
    await file.close()
  }
}
