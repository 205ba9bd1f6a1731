import type { ConnectorName } from '@signet/contract/collection/connectors'
import { appStore } from './app-store.ts'
import type { Connector } from './connector.ts'

/** The connectors, by their names in the contract. */
export const connectors = { appStore } as const satisfies Record<ConnectorName, Connector>
