import { getPreferences } from '@signet/contract/access/account'
import { getAlerts } from '@signet/contract/messages/alerts'
import { listBrandCaptures } from '@signet/contract/companies/brand-captures'
import { listBrandLogos } from '@signet/contract/companies/brand-logos'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Preferences of the person, which belong to no company. */
export const preferencesQuery = queryOptions({
  queryKey: ['account', 'preferences'],
  queryFn: ({ signal }) => call(getPreferences, { signal }),
})

export const alertsQuery = (company: string) =>
  queryOptions({
    queryKey: [company, 'settings', 'alerts'],
    queryFn: ({ signal }) => call(getAlerts, { query: { company }, signal }),
  })

/** The images of brands by brand key. */
export const brandPicturesQuery = (company: string, kind: 'logo' | 'capture') =>
  queryOptions({
    queryKey: [company, 'settings', 'brandPictures', kind],
    queryFn: async ({ signal }): Promise<Record<string, string>> => {
      const query = { company }
      const pictures =
        kind === 'logo'
          ? (await call(listBrandLogos, { query, signal })).map(({ brand, logo }) => [brand, logo] as const)
          : (await call(listBrandCaptures, { query, signal })).map(({ brand, capture }) => [brand, capture] as const)
      return Object.fromEntries(pictures)
    },
  })
