/** The traits of a domain: what registries, name servers and certificates say about it. */
export const domainTraitKinds = ['certificateKey', 'registration', 'nameServers', 'address'] as const
/** The traits of a page that imitates a brand: accounts that pay or measure it, how it is contacted, and how it is built. */
export const pageTraitKinds = [
  'paymentAccount',
  'analyticsId',
  'phone',
  'messenger',
  'pageStructure',
  'kitPath',
  'favicon',
] as const
/** One of `pageTraitKinds`. */
export type PageTraitKind = (typeof pageTraitKinds)[number]

/**
 * The traits that threats of one campaign share, the most specific first. A certificate key belongs to its creator alone; the same
 * registrar and minute suggest one order; name servers and addresses are often those of a hosting company.
 */
export const traitKinds = [
  'certificateKey',
  'paymentAccount',
  'analyticsId',
  'phone',
  'messenger',
  'registration',
  'pageStructure',
  'kitPath',
  'favicon',
  'nameServers',
  'address',
] as const satisfies readonly (PageTraitKind | (typeof domainTraitKinds)[number])[]
/** One of `traitKinds`. */
export type TraitKind = (typeof traitKinds)[number]

/** The English label of each trait. */
export const traitLabels: Readonly<Record<TraitKind, string>> = {
  certificateKey: 'Certificate key',
  paymentAccount: 'Payment account',
  analyticsId: 'Analytics account',
  phone: 'Phone number',
  messenger: 'Messenger account',
  registration: 'Registrar and registration time',
  pageStructure: 'Structure of the page',
  kitPath: 'Files of the page',
  favicon: 'Icon',
  nameServers: 'Name servers',
  address: 'IP address',
}

/** How strongly a shared trait suggests one author. Threats whose shared traits add up to `joinWeight` are joined into one campaign. */
export const traitWeights: Readonly<Record<TraitKind, number>> = {
  certificateKey: 8,
  paymentAccount: 8,
  analyticsId: 8,
  phone: 6,
  messenger: 6,
  registration: 5,
  pageStructure: 3,
  kitPath: 3,
  favicon: 2,
  nameServers: 2,
  address: 2,
}
/** The sum of weights from which two threats belong to one campaign: name servers and an address, which a host shares, don't suffice. */
export const joinWeight = 5
