import { stringifySearch } from '../../url/search-params.ts'
import { isHomeOfAll, withSource } from '../../navigation/navigation.ts'
import { undecidedView } from '../../url/undecided-view.ts'
import { defineFeature } from '../../navigation/feature.ts'
import { t } from './words.ts'

/**
 * The list that an address without a source means: that of its `threatSource`, as the API calls it, otherwise all sources. Without any
 * filter, what needs a decision.
 */
function listOfSearch({ threatSource, ...rest }: Readonly<Record<string, unknown>>): string {
  if (threatSource === undefined && Object.keys(rest).length === 0) return `/threats/All?view=${undecidedView.id}`
  const source = typeof threatSource === 'string' && threatSource !== '' ? threatSource : 'All'
  return `/threats/${encodeURIComponent(source)}${stringifySearch(rest)}`
}

export const feature = defineFeature({
  pages: [
    { path: '/threats', leadsTo: (_, search) => listOfSearch(search) },
    { path: '/threats/$source', page: 'ThreatsPage', isFirst: true },
    { path: '/threats/$source/$threatId', page: 'ThreatPage', isFirst: true },
    { path: '/touts', page: 'ToutsIndex' },
    { path: '/touts/$source', page: 'ToutsPage' },
    { path: '/touts/$source/$threatId', page: 'ToutPage' },
  ],
  menu: [
    {
      list: 'clients',
      order: 10,
      label: () => t('threats'),
      path: '/threats',
      to: (input) => withSource('/threats', input, input.sources.threats),
      icon: 'threats',
      startsGroup: (input) => (isHomeOfAll(input) ? t('company') : null),
    },
    {
      list: 'clients',
      position: 2,
      turn: 1,
      label: ({ config }) => (config.navigation === 'lottery' ? t('ticketResellers') : t('touts')),
      path: '/touts',
      to: (input) => withSource('/touts', input, input.sources.touts),
      icon: 'touts',
      when: ({ modules }) => modules.touts,
    },
  ],
})
