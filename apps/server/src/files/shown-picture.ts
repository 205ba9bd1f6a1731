import type { StoredBytes } from './file-store.ts'

/**
 * The picture that is shown in place of one that somebody sent: decoded in a process of its own and written anew, so that a reader's
 * browser never decodes what a stranger made, and nothing of what a camera or a program noted in the file goes with it.
 */
export interface ShownPicture extends StoredBytes {
  type: 'image/png' | 'image/jpeg'
}

/** The columns of a row that name it. */
export function shownColumns(shown: ShownPicture | null | undefined) {
  return {
    shown_sha256: shown?.sha256 ?? null,
    shown_type: shown?.type ?? null,
    shown_size: shown?.size ?? null,
  }
}
