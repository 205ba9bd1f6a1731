import type { DemoCompany } from './demo-companies.ts'

/** The colours of one brand: its own, what goes with it, and the shades that copies of it get wrong. */
export interface Tint {
  /** Its mark and signs. */
  main: string
  /** Grounds of a copied page: mostly the right one. */
  pages: readonly [string, string, string, string]
  /** Icons of a copied app. */
  icons: readonly [string, string, string]
  /** Pictures of an advertisement. */
  ads: readonly [string, string, string]
  dark: string
  /** Words on its own colour. */
  light: string
  pale: string
  /** The button somebody is to press. */
  action: string
}

const teal = '#0f5b66'
const orange = '#e07b1f'
const violet = '#5f3a9e'

const tints = {
  teal: {
    main: teal,
    pages: [teal, teal, '#14505f', '#0d6b63'],
    icons: [teal, '#14505f', '#0d6b63'],
    ads: [teal, '#14505f', '#1d3d5c'],
    dark: '#0b3f47',
    light: '#b9d3d6',
    pale: '#e6f0f1',
    action: orange,
  },
  orange: {
    main: orange,
    pages: [orange, orange, '#c9661a', '#d98a2b'],
    icons: [orange, '#c9661a', '#d98a2b'],
    ads: [orange, '#c9661a', '#3a4656'],
    dark: '#8a4a10',
    light: '#ffe6cb',
    pale: '#fdf0e2',
    action: '#24415e',
  },
  violet: {
    main: violet,
    pages: [violet, violet, '#533391', '#6d47ad'],
    icons: [violet, '#533391', '#6d47ad'],
    ads: [violet, '#533391', '#2c3f73'],
    dark: '#412670',
    light: '#d9cdf0',
    pale: '#f0ebf9',
    action: orange,
  },
} as const satisfies Record<string, Tint>

/** Of the first brand, which is the company's own, and of the others. */
const tintsOfTrade = {
  bank: [tints.teal, tints.orange],
  rail: [tints.orange, tints.teal],
  lottery: [tints.violet, tints.orange],
  // Only real brands, whose pictures nobody draws.
  crypto: [tints.teal, tints.orange],
} as const satisfies Record<DemoCompany['trade'], readonly [Tint, Tint]>

/** The colours of an invented brand; of a key the company does not have, those of the company. */
export function tintOf({ trade, brands }: Pick<DemoCompany, 'trade' | 'brands'>, brandKey?: string): Tint {
  const [own, other] = tintsOfTrade[trade]
  return brands.findIndex(({ id }) => id === brandKey) > 0 ? other : own
}
