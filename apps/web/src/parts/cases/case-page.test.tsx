// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage } from '../../../test/show.tsx'
import { CasePage } from './case-page.tsx'

test('next to its list a case without a name is called by our reference, not by a bare number', async () => {
  showPage(() => (
    <CasePage
      title="Request"
      list={{ path: '/addRequest', title: 'Requests', all: 'All requests' }}
      id="b9c90d60-1111-4111-8111-111111111111"
      query={{ data: {}, error: null, refetch: () => undefined }}
      notFound={{ title: 'Request not found', hint: '' }}
      what="this request"
    >
      {() => null}
    </CasePage>
  ))
  const crumbs = await screen.findByRole('navigation', { name: 'Breadcrumb' })
  expect(crumbs.textContent).toBe('Requests/Our reference b9c90d60')
})
