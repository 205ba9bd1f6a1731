import type { FileKind } from '@signet/readers'
import { ctKinds } from './ct/ct-kinds.ts'
import { rdapKinds } from './rdap/rdap-kinds.ts'
import { whoisKind } from './whois/whois-kind.ts'

/** The kinds of files that connectors also receive over the network. */
export const connectorKinds: readonly FileKind[] = [...ctKinds, ...rdapKinds, whoisKind]
