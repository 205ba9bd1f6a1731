import { getPreferences } from '@signet/contract/account'
import { getAlerts } from '@signet/contract/alerts'
import { getAssets } from '@signet/contract/assets'
import { listBrandLogos } from '@signet/contract/brand-logos'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** What belongs to the person and to no company. */
export const preferencesQuery = queryOptions({
  queryKey: ['account', 'preferences'],
  queryFn: ({ signal }) => call(getPreferences, { signal }),
})

export const alertsQuery = (company: string) =>
  queryOptions({
    queryKey: [company, 'settings', 'alerts'],
    queryFn: ({ signal }) => call(getAlerts, { query: { company }, signal }),
  })

export const assetsQuery = (company: string) =>
  queryOptions({
    queryKey: [company, 'settings', 'assets'],
    queryFn: ({ signal }) => call(getAssets, { query: { company }, signal }),
  })

export const brandLogosQuery = (company: string) =>
  queryOptions({
    queryKey: [company, 'settings', 'brandLogos'],
    queryFn: ({ signal }) => call(listBrandLogos, { query: { company }, signal }),
  })
