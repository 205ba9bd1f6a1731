import type { JobParts } from '../../../app/jobs.ts'
import { logoBytes } from '../../assets/logo-bytes.ts'
import { readPictures } from '../../evidence/pictures/read-pictures.ts'
import { readText } from '../../evidence/pictures/read-text.ts'

/** What a picture that a person sent shows. */
export interface Shown {
  /** How well it agrees with a logo of the company; null if it doesn't. */
  agreement: number | null
  codes: readonly string[]
  /** What is written in it; empty if texts in pictures aren't read. */
  text: string
}
export const nothingShown: Shown = { agreement: null, codes: [], text: '' }

/**
 * Reads the pictures that a person sent, in separate child processes; takes seconds.
 *
 * @returns in the order of the pictures; nothing for one that can't be read
 * @throws ChildFailure if the reader failed
 */
export async function readShown(
  parts: Pick<JobParts, 'database' | 'files' | 'textModel'>,
  companyId: number,
  pictures: readonly Buffer[],
): Promise<Shown[]> {
  if (pictures.length === 0) return []
  const read = await readPictures([await logoBytes(parts, companyId)], pictures)
  const shown: Shown[] = []
  for (const [at, picture] of pictures.entries()) {
    const text = parts.textModel ? await readText(picture, parts.textModel) : ''
    shown.push({ agreement: read[at]?.agreements[0] ?? null, codes: read[at]?.codes ?? [], text })
  }
  return shown
}
