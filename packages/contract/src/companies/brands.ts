/**
 * What a company protects by name.
 *
 * The file form (`brands.json`, `signet match --brands`) is an array of these.
 */
export interface Brand {
  /** Stable key, e.g. `coinbase`. */
  id: string
  /** As people write it, e.g. `Trust Wallet`. */
  name: string
  /** Lower-case forms to search for inside names, e.g. `['trustwallet']`. */
  aliases: string[]
  /** Registrable domains (or exact hosts) the brand runs itself; they and everything below them never produce findings. */
  official: string[]
}
