import type { FileKind } from '../file-kind.ts'

/** Formats in which platforms and teams exchange threats. */
export const exchangeKinds: readonly FileKind[] = []
