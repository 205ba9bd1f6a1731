import type { LookUp } from './guarded-connect.ts'

/** What every look-up from outside is given. */
export interface LookupOptions {
  /** Exceptions from the address and port rules, as `host:port`. */
  allowAddress?: readonly string[] | undefined
  /** Finds the addresses of a name; left out, the system does. */
  lookup?: LookUp | undefined
  /**
   * Called before each question with the host that will be asked: waits for its turn, or throws when that is too far away.
   */
  before?: ((server: string) => Promise<void>) | undefined
}
