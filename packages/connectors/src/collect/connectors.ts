import type { ConnectorName } from '@signet/contract/collection/connectors'
import { appStore } from './app-store.ts'
import type { Connector } from './connector.ts'
import { googlePlaces } from './google-places.ts'
import { reddit } from './reddit.ts'
import { x } from './x.ts'
import { youtube } from './youtube.ts'

/** The connectors, by their names in the contract. */
export const connectors = {
  appStore,
  x,
  reddit,
  youtube,
  googlePlaces,
} as const satisfies Record<ConnectorName, Connector>
