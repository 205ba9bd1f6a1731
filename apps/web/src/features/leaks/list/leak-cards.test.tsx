// @vitest-environment happy-dom
import { leakTypeKeys } from '@signet/contract/leaks/leaks'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show, signIn } from '../../../../test/show.tsx'
import { LeakCards } from './leak-cards.tsx'

const card = (name: RegExp) => screen.getByRole('button', { name })

test('a card says in which days its leaks were added: quietly, shortened, and exactly in its title', async () => {
  const summary = leakTypeKeys.map((leakType) => ({
    leakTypeLabel: leakType,
    leakType,
    recentlyAdded: leakType === 'comboLists' ? 1039 : 0,
    total: 1400,
    lastCheckedAt: null,
  }))
  await signIn({ role: 'client' }, () => Response.json(summary))
  show(<LeakCards company="bank" chosen={undefined} onChoose={() => undefined} />)
  const added = await screen.findAllByTitle('1,039 added in the last 7 days')
  expect(added.map(({ textContent }) => textContent)).toEqual(Array(2).fill('+1K in\u00A07\u00A0days'))
  expect(added.map(({ dataset }) => dataset['tone'])).toEqual([undefined, undefined])
  expect(screen.getAllByTitle('None added in the last 7 days')).toHaveLength(leakTypeKeys.length - 1)
  expect(card(/^Combo lists/).textContent).toBe('Combo lists1.4K+1K in\u00A07\u00A0days')
  expect(card(/^Documents/).textContent).toBe('Documents1.4KNone in\u00A07\u00A0days')
})
