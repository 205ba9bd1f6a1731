import type { ConnectorName } from '@signet/contract/collection/connectors'
import { appStore } from './app-store.ts'
import type { Connector } from './connector.ts'
import { reddit } from './reddit.ts'
import { x } from './x.ts'

/** The connectors, by their names in the contract. */
export const connectors = {
  appStore,
  x,
  reddit,
} as const satisfies Record<ConnectorName, Connector>
