import type { ShownPictureType } from '@signet/contract/threats/file-types'
import type { StoredBytes } from './file-store.ts'

/**
 * The image that is displayed instead of an uploaded one: decoded in a separate process and re-encoded, so that a reader's browser never
 * decodes untrusted data, and metadata from a camera or program is removed.
 */
export interface ShownPicture extends StoredBytes {
  type: ShownPictureType
}

/** The columns of a row that refer to it. */
export function shownColumns(shown: ShownPicture | null | undefined) {
  return {
    shown_sha256: shown?.sha256 ?? null,
    shown_type: shown?.type ?? null,
    shown_size: shown?.size ?? null,
  }
}
