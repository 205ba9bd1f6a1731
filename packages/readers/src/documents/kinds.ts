import type { FileKind } from '../file-kind.ts'

/** Documents and, last, plain text. */
export const documentKinds: readonly FileKind[] = []
