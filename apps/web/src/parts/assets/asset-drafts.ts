import type { Assets } from '@signet/contract/companies/assets'
import { t } from './words.ts'
import {
  appsText,
  brandOf,
  domainsOf,
  draftOf,
  emptyBrand,
  peopleText,
  readApps,
  readHandles,
  partnersText,
  readPartners,
  readPeople,
  linesOf,
  type BrandDraft,
} from './asset-lines.ts'

/** The protected assets of a company while they are edited: each list is the text of its field. */
export interface AssetDrafts {
  brands: readonly BrandDraft[]
  domains: string
  people: string
  apps: string
  partners: string
}

/** The parts of a brand, named as on the server. */
export const brandParts = ['official', 'aliases', 'handles', 'phones', 'accounts', 'name', 'key'] as const

/** @param companyName name of the first brand if there is none yet */
export function draftsOf({ brands, domains, people, apps, partners }: Assets, companyName: string): AssetDrafts {
  return {
    brands: brands.length > 0 ? brands.map(draftOf) : [{ ...emptyBrand, name: companyName }],
    domains: linesOf(domains),
    people: peopleText(people),
    apps: appsText(apps),
    partners: partnersText(partners),
  }
}

export function assetsOf({ brands, domains, people, apps, partners }: AssetDrafts): Omit<Assets, 'version'> {
  return {
    brands: brands.map(brandOf),
    domains: domainsOf(domains),
    people: readPeople(people).items,
    apps: readApps(apps).items,
    partners: readPartners(partners).items,
  }
}

type Fault = [field: string, text: string]
const first = (field: string, [text]: readonly string[]): Fault[] => (text ? [[field, text]] : [])

/** The problems of the form by field. */
export function faultsOf({ brands, people, apps, partners }: AssetDrafts): Record<string, string> {
  return Object.fromEntries([
    ...brands.flatMap((brand, index) => [
      ...first(`brands.${index}.name`, brand.name.trim() === '' ? [t('nameRequired')] : []),
      ...first(`brands.${index}.handles`, readHandles(brand.handles).faults),
    ]),
    ...first('people', readPeople(people).faults),
    ...first('apps', readApps(apps).faults),
    ...first('partners', readPartners(partners).faults),
  ])
}

/** All fields, named as on the server. */
export const assetFieldNames = ({ brands }: AssetDrafts): string[] => [
  ...brands.flatMap((_, index) => brandParts.map((part) => `brands.${index}.${part}`)),
  'domains',
  'people',
  'apps',
  'partners',
]
