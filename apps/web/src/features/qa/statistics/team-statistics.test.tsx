// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show, signIn } from '../../../../test/show.tsx'
import { Team } from './team-statistics.tsx'

test('the median wait of a reviewer without reviews is not known', async () => {
  const people = [{ email: 'noor@x.test', name: 'Noor', lastActive: null }]
  await signIn({ role: 'qa' }, (path) => Response.json(path.includes('/qa/getUsers') ? people : []))
  show(<Team company="bank" dateRange={['2026-11-01', '2026-11-30']} me="ada@x.test" onChoose={() => undefined} />)
  const row = await screen.findByRole('row', { name: /^Noor/ })
  expect([...row.children].map(({ textContent }) => textContent).slice(1, 4)).toEqual(['0', 'Not known', '0'])
})
