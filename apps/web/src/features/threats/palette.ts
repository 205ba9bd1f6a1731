import { can } from '@signet/contract/access/permissions'
import { listAllThreats } from '@signet/contract/threats/threats'
import { call } from '../../api/call.ts'
import { shownTitle } from '../../format/names/shown-title.ts'
import type { PaletteSource } from '../../navigation/palette.ts'
import { sourceSlug } from '../../url/source-slug.ts'
import { t } from './words.ts'

const foundMax = 8

export const found: readonly PaletteSource[] = [
  {
    order: 10,
    isFor: ({ role, hasScreen }) => can(role, 'threats:read') && hasScreen('/threats'),
    find: async ({ company, text, signal }) => {
      const query = { company, searchQuery: text, limit: foundMax }
      return (await call(listAllThreats, { query, signal })).items.map(({ id, title, source }) => ({
        key: `threat ${id}`,
        label: shownTitle(source, title),
        kind: t('threat'),
        href: `/threats/${encodeURIComponent(sourceSlug(source))}?id=${id}`,
        source,
      }))
    },
  },
]
