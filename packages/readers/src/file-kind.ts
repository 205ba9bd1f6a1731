import type { SourceFile } from './source-file.ts'

/** A kind of file that Signet reads. A file is of the first kind that recognizes it. */
export interface FileKind {
  /** Its name in results, such as `apk` or `nmap`. */
  name: string
  /** Whether a file is of this kind, by its content; the name of the file counts only where formats have the same content. */
  recognizes: (file: SourceFile) => boolean
  /**
   * What the file says: one object, or several if it holds many records.
   *
   * @throws UnreadableFile
   */
  read: (file: SourceFile) => object | readonly object[] | Promise<object | readonly object[]>
}

/** Why a file of a known kind can't be read: a choice in the message `FILE_UNREADABLE`. */
export type UnreadableReason = 'damaged' | 'locked' | 'tooLarge'

/** A file is of a known kind and can't be read. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'

  readonly reason: UnreadableReason
  readonly detail: string

  /** @param detail what was wrong, for a developer: an English phrase, e.g. `the string pool ends outside its chunk` */
  constructor(reason: UnreadableReason, detail: string) {
    super(`${reason}: ${detail}`)
    this.reason = reason
    this.detail = detail
  }
}
