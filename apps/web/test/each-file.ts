// Runs before each test file of the portal.
import { afterEach, vi } from 'vitest'

if ('document' in globalThis) {
  const { cleanup, configure } = await import('@testing-library/react')
  // Loading a part on demand takes longer than a second on a busy machine.
  configure({ asyncUtilTimeout: 15_000 })
  afterEach(cleanup)
}
afterEach(() => {
  vi.unstubAllGlobals()
})
