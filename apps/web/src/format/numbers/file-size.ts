import { decimal } from './decimal.ts'

const units = ['KB', 'MB', 'GB', 'TB'] as const

/** The size of a file in units of 1000 with one decimal, `.0` dropped: `1.4 MB`. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  let size = bytes / 1000
  let step = 0
  // 999,950 bytes would round to 1000 KB.
  while (Math.round(size * 10) / 10 >= 1000 && step < units.length - 1) {
    size /= 1000
    step += 1
  }
  return `${decimal(Math.round(size * 10) / 10)} ${units[step]}`
}
