/**
 * What threats of one campaign share, the most telling first. The key of a certificate is its maker's own; a registrar and a minute
 * mean one order; name servers and addresses are often those of a hoster.
 */
export const traitKinds = ['certificateKey', 'registration', 'nameServers', 'address'] as const
/** One of `traitKinds`. */
export type TraitKind = (typeof traitKinds)[number]
