import type { SourceObservation } from '@signet/contract/collection/source-observations'

/** The page of an app in a store. */
export interface StoreListing {
  /** Its address; null if the store doesn't say. */
  url: string | null
  /** The answer of the store, for evidence. */
  document: { type: 'text/html' | 'text/plain'; text: string }
  /** The app as a search would have found it. */
  observation: SourceObservation
}
