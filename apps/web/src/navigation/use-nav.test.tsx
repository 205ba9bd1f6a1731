// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show, signIn } from '../../test/show.tsx'
import { features } from '../router/features.generated.ts'
import type { Feature } from './feature.ts'
import { registerMenu } from './navigation.ts'
import { useNav } from './use-nav.ts'

registerMenu(features.flatMap((feature: Feature) => feature.menu ?? []))

const about = {
  name: 'Rail',
  config: { pages: [] },
  modules: { touts: false, leaks: false, news: false, kmp: false },
  threatSources: ['Domain'],
  toutSources: [],
}

function Menu() {
  return (
    <p>
      {useNav()
        .map(({ label }) => label)
        .join(', ') || 'No menu yet'}
    </p>
  )
}

test('staff see no menu of another company before the one they work in is loaded', async () => {
  const loaded = Promise.withResolvers<Response>()
  const own = {
    company: 'bank',
    config: { pages: [] },
    modules: { touts: true },
    threatSources: ['Domain'],
    toutSources: ['APK'],
  }
  await signIn({ role: 'subAdmin', adminCompanies: ['rail'], ...own } as never, (path) =>
    path.includes('getClientInfo') ? loaded.promise : Response.json([]),
  )
  show(<Menu />)
  await screen.findByText('No menu yet')
  loaded.resolve(Response.json({ ...about, company: 'rail', setUpSources: [] }))
  expect((await screen.findByText(/^Home, /)).textContent).not.toContain('Touts')
})
