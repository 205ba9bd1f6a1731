import { can } from '@signet/contract/access/permissions'
import { listUsers } from '@signet/contract/access/users'
import { call } from '../../api/call.ts'
import type { PaletteSource } from '../../navigation/palette.ts'
import { t } from './words.ts'

const foundMax = 8

export const found: readonly PaletteSource[] = [
  {
    order: 90,
    isFor: ({ role, hasScreen }) => can(role, 'users:manage') && hasScreen('/addUser'),
    find: async ({ text, signal }) => {
      // The menu's label says what the page was first for; this finds its list of people.
      const list = t('people').toLowerCase().startsWith(text.trim().toLowerCase())
        ? [{ key: 'people', label: t('people'), kind: t('addUser'), href: '/addUser?view=people' }]
        : []
      const { items } = await call(listUsers, { query: { searchQuery: text, limit: foundMax }, signal })
      return [
        ...list,
        ...items.map(({ id, name }) => ({
          key: `user ${id}`,
          label: name,
          kind: t('people'),
          href: `/addUser?view=people&id=${id}`,
        })),
      ]
    },
  },
]
