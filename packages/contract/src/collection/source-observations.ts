import type { AnySource, SourceFields, ThreatSource } from '../threats/sources.ts'

/** What an observation is, which decides the type of its threat. */
export const sourceObservationKinds = [
  'profile',
  'group',
  'post',
  'app',
  'place',
  'advertisement',
  'code',
  'claim',
  'document',
  'address',
  'payee',
] as const
/** One of `sourceObservationKinds`. */
export type SourceObservationKind = (typeof sourceObservationKinds)[number]

/** What a provider says about the account of a profile, group or post; null for what it doesn't say. */
export interface ObservedAccount {
  createdAt: string | null
  followers: number | null
  following: number | null
  isVerified: boolean
}

/**
 * What a connector found at a provider: one profile, post, app, place, advertisement, file, claim or account for payments, before detection
 * and not stored.
 *
 * Every text is untrusted and as the provider sends it. Extensions of browsers, which only touts have as a source, are apps.
 */
export interface SourceObservation<S extends AnySource = ThreatSource> {
  source: S
  kind: SourceObservationKind
  /** The provider's id: it is the same whenever the same thing is seen again. */
  id: string
  /** When it was published or changed there, in ISO 8601; null if the provider doesn't say. */
  at: string | null
  /** Its own page; null if it has none. */
  url: string | null
  /** As its source shows them (`sources.ts`), including the field that makes the title. */
  fields: SourceFields
  /** What people see it called: display names, titles, labels. */
  names: readonly string[]
  /** Account name without `@`, repository owner or package name; null if there is none. */
  handle: string | null
  /** Everything else that it says: biography, message, description, code. */
  text: string
  /** The addresses it leads to, without its own page. */
  links: readonly string[]
  /** As written. */
  phones: readonly string[]
  account: ObservedAccount | null
  /** The address of its picture: avatar, icon or creative; null if it has none. */
  pictureUrl: string | null
  /** How many people reported it to the company; missing if it came in another way. */
  reports?: number
}
