import type { FileKind } from '../file-kind.ts'

/** Reports of scanners of open services. */
export const easmKinds: readonly FileKind[] = []
