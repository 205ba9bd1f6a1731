import { minuteMs } from '@signet/contract/time'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { fakeAppStore } from '../../../test/providers/fake-app-store.ts'

// The provider doesn't say when it is free again.
collectSuite('appStore', { fake: fakeAppStore, isUnpaged: true, retryAt: () => new Date(Date.now() + minuteMs) })
