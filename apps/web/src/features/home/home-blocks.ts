import type { CompanyConfig } from '@signet/contract/companies/companies'

/** The sections of a home page below its figures. */
export type HomeBlock = 'decide' | 'sources' | 'touts' | 'people'

/** The order of the sections. A company's configuration names the order, not the company. */
const orders: Record<CompanyConfig['navigation'], readonly HomeBlock[]> = {
  standard: ['decide', 'sources', 'touts', 'people'],
  // Unauthorised sellers are the main concern of a lottery operator.
  lottery: ['touts', 'decide', 'sources', 'people'],
}

interface HomeOf {
  navigation: CompanyConfig['navigation']
  hasTouts: boolean
  hasPeople: boolean
}

/** The sections that a user sees on a company's home page, in order. */
export function blocksOf({ navigation, hasTouts, hasPeople }: HomeOf): HomeBlock[] {
  return orders[navigation].filter((block) => (block !== 'touts' || hasTouts) && (block !== 'people' || hasPeople))
}
