// @vitest-environment happy-dom
import type { LeakDisclosure } from '@signet/contract/leaks/disclosures'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show, signIn } from '../../../../test/show.tsx'
import { DisclosureLog } from './disclosure-log.tsx'

const disclosure = (kind: LeakDisclosure['kind'], count: number | null): LeakDisclosure => ({
  id: `${kind} ${count}`,
  kind,
  by: 'Ada',
  at: '2026-01-02T00:00:00Z',
  reason: 'Asked for by the board',
  until: null,
  count,
})

test('the access log says who showed, copied or exported names, and how many', async () => {
  const items = [
    disclosure('exported', 1),
    disclosure('exported', 2),
    disclosure('copied', 1200),
    disclosure('shown', null),
  ]
  await signIn({ role: 'client' }, () => Response.json({ shownUntil: null, items }))
  show(<DisclosureLog company="bank" onClose={() => undefined} />)
  await screen.findByText('Ada showed user names')
  expect(screen.getAllByRole('listitem').map((item) => item.firstElementChild?.textContent)).toEqual([
    'Ada exported 1 watched person with user names',
    'Ada exported 2 watched people with user names',
    'Ada copied 1,200 user names',
    'Ada showed user names',
  ])
})
