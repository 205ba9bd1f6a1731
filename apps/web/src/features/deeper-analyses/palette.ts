import { listDeeperAnalyses } from '@signet/contract/requests/deeper-analyses'
import { can } from '@signet/contract/access/permissions'
import { call } from '../../api/call.ts'
import { shownTitle } from '../../format/names/shown-title.ts'
import type { PaletteSource } from '../../navigation/palette.ts'
import { t } from './words.ts'

const foundMax = 5

export const found: readonly PaletteSource[] = [
  {
    order: 30,
    isFor: ({ role, hasScreen }) => can(role, 'analyses:read') && hasScreen('/deeperAnalysis'),
    find: async ({ company, text, signal }) => {
      const query = { company, searchQuery: text, limit: foundMax }
      return (await call(listDeeperAnalyses, { query, signal })).items.map(({ id, source, title }) => ({
        key: `analysis ${id}`,
        label: shownTitle(source, title),
        kind: t('deeperAnalysis'),
        href: `/deeperAnalysis/${id}`,
        sign: 'analysis',
      }))
    },
  },
]
