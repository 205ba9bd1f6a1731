import { listTakedowns } from '@signet/contract/takedowns/takedowns'
import { can } from '@signet/contract/access/permissions'
import { call } from '../../api/call.ts'
import { shownTitle } from '../../format/names/shown-title.ts'
import type { PaletteSource } from '../../navigation/palette.ts'
import { t } from './words.ts'

const foundMax = 5

export const found: readonly PaletteSource[] = [
  {
    order: 20,
    isFor: ({ role, hasScreen }) => can(role, 'takedowns:read') && hasScreen('/takedown'),
    find: async ({ company, text, signal }) => {
      const query = { company, searchQuery: text, limit: foundMax }
      return (await call(listTakedowns, { query, signal })).items.map(({ id, source, title }) => ({
        key: `takedown ${id}`,
        label: shownTitle(source, title),
        kind: t('takedown'),
        href: `/takedown/${id}`,
        sign: 'takedown',
      }))
    },
  },
]
