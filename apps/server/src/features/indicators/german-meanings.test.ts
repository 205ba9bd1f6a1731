import names from '@signet/contract/threats/names.de.json' with { type: 'json' }
import { indicatorGlossary } from '@signet/detection'
import { expect, test } from 'vitest'

const translated = Object.keys(names).flatMap((id) => (id.startsWith('meaning.') ? id.slice('meaning.'.length) : []))

test('every reason is explained in German, and every German explanation is that of a reason', () => {
  const meanings = indicatorGlossary.map(({ description }): string => description)
  expect(translated.toSorted()).toEqual([...new Set(meanings)].toSorted())
})
