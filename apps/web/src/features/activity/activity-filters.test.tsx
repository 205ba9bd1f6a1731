// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage, signIn } from '../../../test/show.tsx'
import { KindSegments } from './activity-filters.tsx'

test.each([
  ['lottery', 'Ticket Re-sellers', 'Threats or ticket re-sellers'],
  ['standard', 'Touts', 'Threats or touts'],
])('with the %s menu, the switch of the activity calls touts as the menu does', async (navigation, name, label) => {
  await signIn({ role: 'client' }, () =>
    Response.json({
      name: 'Bank',
      config: { navigation },
      modules: { touts: true },
      threatSources: [],
      toutSources: [],
    }),
  )
  showPage(() => <KindSegments value="threat" onChange={() => undefined} />)
  expect(await screen.findByText(name)).not.toBeNull()
  expect(await screen.findByRole('group', { name: label })).not.toBeNull()
})
