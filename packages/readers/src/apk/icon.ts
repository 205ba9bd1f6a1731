import type { Buffer } from 'node:buffer'
import { isBinaryXml } from './binary-xml.ts'

export type ImageKind = 'png' | 'webp' | 'jpeg' | 'gif' | 'axml' | 'unknown'

export interface Icon {
  path: string
  sha256: string
  kind: ImageKind
}

export interface IconBytes {
  path: string
  bytes: Buffer
}

/** What a picture is, by its first bytes. */
export function imageKind(bytes: Buffer): ImageKind {
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('\u0089PNG')) return 'png'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp'
  if (start.startsWith('\u00FF\u00D8\u00FF')) return 'jpeg'
  if (start.startsWith('GIF8')) return 'gif'
  return isBinaryXml(bytes) ? 'axml' : 'unknown'
}

const triedMax = 20

/** The first picture from the highest density down. */
export function bestIcon(
  candidates: readonly { text: string; density: number }[],
  read: (path: string) => Buffer | undefined,
): IconBytes | undefined {
  for (const { text: path } of candidates.toSorted((a, b) => b.density - a.density).slice(0, triedMax)) {
    const bytes = read(path)
    if (bytes && ['png', 'webp', 'jpeg'].includes(imageKind(bytes))) return { path, bytes }
  }
  return undefined
}
