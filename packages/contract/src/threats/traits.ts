/**
 * The traits that threats of one campaign share, the most specific first. A certificate key belongs to its creator alone; the same
 * registrar and minute suggest one order; name servers and addresses are often those of a hosting company.
 */
export const traitKinds = ['certificateKey', 'registration', 'nameServers', 'address'] as const
/** One of `traitKinds`. */
export type TraitKind = (typeof traitKinds)[number]
