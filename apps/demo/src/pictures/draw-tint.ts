import type { DemoCompany } from '../companies/demo-companies.ts'

/** The colours of one brand: its own colour, matching ones, and the slightly wrong shades in copies. */
export interface Tint {
  /** Its mark and icons. */
  main: string
  /** Backgrounds of a copied page: usually the correct colour. */
  pages: readonly [string, string, string, string]
  /** Icons of a copied app. */
  icons: readonly [string, string, string]
  /** Images of an advertisement. */
  ads: readonly [string, string, string]
  dark: string
  /** Text on its own colour. */
  light: string
  pale: string
  /** The button that visitors are meant to click. */
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

/** The colours of the first brand, which is the company's own, and of the others. */
const tintsOfTrade = {
  bank: [tints.teal, tints.orange],
  rail: [tints.orange, tints.teal],
  lottery: [tints.violet, tints.orange],
  // This company only has real brands, for which no images are generated.
  crypto: [tints.teal, tints.orange],
} as const satisfies Record<DemoCompany['trade'], readonly [Tint, Tint]>

/** The colours of an invented brand; for an unknown key, those of the company. */
export function tintOf({ trade, brands }: Pick<DemoCompany, 'trade' | 'brands'>, brandKey?: string): Tint {
  const [own, other] = tintsOfTrade[trade]
  return brands.findIndex(({ id }) => id === brandKey) > 0 ? other : own
}
