import type { FileKind } from '@signet/readers'

/** The kinds of files that connectors also receive over the network. */
export const connectorKinds: readonly FileKind[] = []
