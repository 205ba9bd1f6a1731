import type { ConnectorName } from '@signet/contract/collection/connectors'
import { fakeAppStore } from './fake-app-store.ts'
import type { FakeProvider } from './fake-provider.ts'
import { fakeReddit } from './fake-reddit.ts'
import { fakeX } from './fake-x.ts'

/** The stand-in for the provider of each connector. */
export const fakeProviders = {
  appStore: fakeAppStore,
  x: fakeX,
  reddit: fakeReddit,
} satisfies Record<ConnectorName, FakeProvider>
