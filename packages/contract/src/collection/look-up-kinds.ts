/*
 * What connectors can be asked about: single records, each by a value that identifies it at every provider.
 */

/**
 * - `fileHash`: MD5, SHA-1 or SHA-256 of a file, in lower case
 * - `url`, `host`: an address, and the name of a host
 * - `account`: an account at the connector's own source, without `@`
 * - `repository`: its owner and name
 * - `listing`: the address of an app in the connector's store
 */
export const lookUpKinds = ['fileHash', 'url', 'host', 'account', 'repository', 'listing'] as const
/** One of `lookUpKinds`. */
export type LookUpKind = (typeof lookUpKinds)[number]

/** What a provider may say about a record. Values are in its own words, times in ISO 8601. */
export const lookUpFacts = [
  'name',
  'title',
  'malware',
  'verdict',
  'status',
  'description',
  'publisher',
  'fileName',
  'size',
  'tags',
  'address',
  'followers',
  'records',
  'createdAt',
  'firstSeen',
  'lastSeen',
  'reporter',
] as const
/** One of `lookUpFacts`. */
export type LookUpFact = (typeof lookUpFacts)[number]
