import type { FileKind } from '../file-kind.ts'

/** Android apps and their manifests. */
export const apkKinds: readonly FileKind[] = []
