import { mebibyte } from '@signet/contract/threats/file-types'
import { fileSize } from './file-size.ts'

/** The maximum size of a file; one in units of 1024 is rounded down, as in the answers of the server: `20 MB`, not 21. */
export const sizeLimit = (bytes: number): string =>
  fileSize(bytes % mebibyte === 0 ? (bytes / mebibyte) * 1_000_000 : bytes)
