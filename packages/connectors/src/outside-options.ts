import type { ResolveHost } from './public-address.ts'

/** The options of all external look-ups. */
export interface OutsideOptions {
  /** Exceptions from the address and port rules, as `host:port`. */
  allowAddress?: readonly string[] | undefined
  /** Resolves the addresses of a name; if missing, the system does. */
  lookup?: ResolveHost | undefined
  /** Called before each query with the host to query: it waits for rate limiting, or throws when the wait would be too long. */
  before?: ((server: string) => Promise<void>) | undefined
}
