import { getGlossary } from '@signet/contract/threats/glossary'
import { call } from '../../api/call.ts'
import type { PaletteSource } from '../../navigation/palette.ts'
import { t } from './words.ts'

const foundMax = 5
const startsWith = (name: string, text: string) => name.toLowerCase().startsWith(text.toLowerCase())

export const found: readonly PaletteSource[] = [
  {
    order: 50,
    isFor: () => true,
    find: async ({ role, text, signal }) => {
      const entries = await call(getGlossary, { query: { searchQuery: text }, signal })
      return entries
        .toSorted((a, b) => Number(startsWith(b.Indicators, text)) - Number(startsWith(a.Indicators, text)))
        .slice(0, foundMax)
        .map(({ id, Indicators, Category }) => ({
          key: `glossary ${id}`,
          label: Indicators,
          kind: t('glossary'),
          href: `${role === 'qa' ? '/QA/glossary' : '/glossary'}?category=${Category}&entry=${encodeURIComponent(Indicators)}`,
          sign: 'glossary',
        }))
    },
  },
]
