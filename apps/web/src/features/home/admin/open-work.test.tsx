// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OpenWork } from './open-work.tsx'
import { serverError, showPage, signIn } from '../../../../test/show.tsx'

test('a number of sources with a problem that could not be loaded is named, and is loaded on Retry', async () => {
  let isDown = true
  await signIn({ role: 'qa', adminCompanies: ['bank'] }, (path) => {
    if (!path.includes('overage')) return Response.json([])
    return isDown ? serverError() : Response.json({ items: [], total: 0, pageNumber: 1, limit: 1, troubledOf: [] })
  })
  const failure = "Couldn't load the number of sources with a problem."
  showPage(() => <OpenWork search={{}} onChange={() => undefined} />)
  await screen.findByText(failure)
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByText(failure)).toBeNull())
})

test('a list of few companies that is filtered by a name says so and can be widened again', async () => {
  const none = { open: 0, overdue: 0, dueSoon: 0, unassigned: 0 }
  const of = (company: string, name: string) => ({
    company,
    name,
    isDemo: false,
    criticalOpen: 0,
    oldestUndecided: null,
    takedowns: none,
    analyses: none,
    requests: none,
    reviews: { overdue: 0, dueSoon: 0, critical: 0 },
    qaBacklog: 0,
    lastSignIn: null,
  })
  await signIn({ role: 'qa', adminCompanies: ['bank'] }, (path) => {
    if (path.includes('getCompanyOverview')) return Response.json([of('probe', 'Probe Bank'), of('bank', 'Meridian')])
    return Response.json(
      path.includes('overage') ? { items: [], total: 0, pageNumber: 1, limit: 1, troubledOf: [] } : [],
    )
  })
  const changes: object[] = []
  showPage(() => <OpenWork search={{ q: 'Probe Bank' }} onChange={(change) => changes.push(change)} />)
  await screen.findByText('Only companies with “Probe Bank” in their name. The figures above count all companies.')
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search companies' }).value).toBe('Probe Bank')
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(changes).toEqual([{ q: undefined }])
})

test('a company of which only a source has a problem needs attention', async () => {
  const none = { open: 0, overdue: 0, dueSoon: 0, unassigned: 0, mine: 0, critical: 0 }
  const calm = {
    company: 'feed',
    name: 'Public feed watch',
    isDemo: false,
    criticalOpen: 0,
    oldestUndecided: null,
    takedowns: none,
    analyses: none,
    requests: none,
    reviews: none,
    qaBacklog: 0,
    lastSignIn: null,
  }
  await signIn({ role: 'admin', adminCompanies: ['feed'] }, (path) => {
    if (path.includes('getCompanyOverview')) return Response.json([calm])
    const page = { items: [], total: 0, pageNumber: 1, limit: 1 }
    return Response.json(
      path.includes('overage')
        ? { ...page, troubled: 1, troubledOf: [{ company: 'feed', count: 1 }], stateCounts: [] }
        : [],
    )
  })
  showPage(() => <OpenWork search={{}} onChange={() => undefined} />)
  await screen.findByRole('heading', { name: '1 company needs attention' })
  screen.getByText(/Counted are undecided critical threats, overdue work and sources with a problem\.$/)
})
