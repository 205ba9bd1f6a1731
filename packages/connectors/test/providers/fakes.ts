import type { ConnectorName } from '@signet/contract/collection/connectors'
import { fakeAppStore } from './fake-app-store.ts'
import { fakeGooglePlaces } from './fake-google-places.ts'
import type { FakeProvider } from './fake-provider.ts'
import { fakeReddit } from './fake-reddit.ts'
import { fakeX } from './fake-x.ts'
import { fakeYoutube } from './fake-youtube.ts'

/** The stand-in for the provider of each connector. */
export const fakeProviders = {
  appStore: fakeAppStore,
  x: fakeX,
  reddit: fakeReddit,
  youtube: fakeYoutube,
  googlePlaces: fakeGooglePlaces,
} satisfies Record<ConnectorName, FakeProvider>
