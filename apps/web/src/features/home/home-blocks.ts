import type { CompanyConfig } from '@signet/contract/companies'

/** The parts of a home below its figures. */
export type HomeBlock = 'decide' | 'sources' | 'touts' | 'people'

/** In which order a home shows its parts; the configuration of a company names the order, not the company. */
const orders: Record<CompanyConfig['navigation'], readonly HomeBlock[]> = {
  standard: ['decide', 'sources', 'touts', 'people'],
  // Who sells without right is the first question of an operator of a lottery.
  lottery: ['touts', 'decide', 'sources', 'people'],
}

interface HomeOf {
  navigation: CompanyConfig['navigation']
  hasTouts: boolean
  hasPeople: boolean
}

/** The parts somebody sees of a company's home, in order. */
export function blocksOf({ navigation, hasTouts, hasPeople }: HomeOf): HomeBlock[] {
  return orders[navigation].filter((block) => (block !== 'touts' || hasTouts) && (block !== 'people' || hasPeople))
}
