import { apkKinds } from './apk/kinds.ts'
import { documentKinds } from './documents/kinds.ts'
import { easmKinds } from './easm/kinds.ts'
import { exchangeKinds } from './exchange/kinds.ts'
import type { FileKind } from './file-kind.ts'

export { type FileKind, UnreadableFile, type UnreadableReason } from './file-kind.ts'
export { SourceFile } from './source-file.ts'

/** The kinds in the order in which they are tried; the least specific ones, such as plain text, are among the documents and last. */
export const fileKinds: readonly FileKind[] = [...apkKinds, ...easmKinds, ...exchangeKinds, ...documentKinds]
