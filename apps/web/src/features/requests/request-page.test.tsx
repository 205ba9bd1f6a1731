// @vitest-environment happy-dom
import { requestSteps, type RequestKind } from '@signet/contract/requests/requests'
import type { Role } from '@signet/contract/access/permissions'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serverError, showPage, signIn } from '../../../test/show.tsx'
import { RequestPage } from './request-page.tsx'

test('the page of a request is named after it, not after the form', async () => {
  await signIn({ role: 'client' }, serverError)
  showPage(RequestPage)
  await expect.poll(() => document.title).toBe('Request · Signet')
})

const config = { pages: [], navigation: 'standard', qaNavigation: 'touts', addThreats: false }
const emptyInfo = { config, modules: {}, threatSources: [], setUpSources: [], toutSources: [] }

const at = '2026-01-02T00:00:00Z'

/** Opens a request of a kind, at a company that may have the page that takes reports. Returns the link to its list. */
async function listOf(role: Role, kind: RequestKind, company: string, addThreats: boolean): Promise<HTMLElement> {
  const info = { ...emptyInfo, company, name: 'The bank', config: { ...config, addThreats } }
  const request = {
    id: 'r',
    company,
    kind,
    subject: 'A shop',
    text: 'A shop',
    links: [],
    files: [],
    status: 'open',
    steps: requestSteps('open', { open: at }),
    createdBy: 'Cleo',
    createdAt: at,
    updatedAt: at,
    due: { on: '2026-01-05', at: '2026-01-05T23:59:59Z', firstOn: '2026-01-05', state: 'pending' },
    messageCount: 0,
    messages: [],
    version: 1,
  }
  await signIn({ role, company, adminCompanies: [company] }, (path) => {
    if (path.includes('getClientInfo')) return Response.json(info)
    return Response.json(path.includes('/requests/r') ? request : [])
  })
  showPage(RequestPage, { path: '/addRequest/$requestId', address: '/addRequest/r' })
  await screen.findByRole('heading', { name: 'A shop' })
  return within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getByRole('link')
}

test('a report of a client leads back to the page that lists the reports', async () => {
  const list = await listOf('client', 'threat', 'reporting', true)
  await expect.poll(() => document.title).toBe('Report · Signet')
  expect([list.textContent, list.getAttribute('href')]).toEqual(['Reported threats', '/addThreats'])
})

test.each([
  ['a report to staff', 'subAdmin', 'threat', 'reporting', true],
  ['another request', 'client', 'question', 'reporting', true],
  ['a report without such a page', 'client', 'threat', 'asking', false],
] as const)('%s leads back to the requests', async (_, role, kind, company, addThreats) => {
  const list = await listOf(role, kind, company, addThreats)
  expect(document.title).toBe('Request · Signet')
  expect([list.textContent, list.getAttribute('href')]).toEqual(['Requests', '/addRequest'])
})

const missing = () => Response.json({ code: 'NOT_FOUND', status: 404 }, { status: 404 })

/** Opens a request that the selected company doesn't have. Returns the companies that it was read of. */
async function openMissing(role: Role, owner: string | null): Promise<(string | null)[]> {
  const asked: (string | null)[] = []
  await signIn({ role, company: 'one', adminCompanies: ['one', 'two'] }, (path) => {
    const { pathname, searchParams } = new URL(path, 'http://portal.test')
    if (pathname.endsWith('/requests/r/company'))
      return owner === null ? missing() : Response.json({ company: owner, name: 'The second bank' })
    if (pathname.includes('getClientInfo'))
      return Response.json({ ...emptyInfo, company: searchParams.get('company'), name: 'A bank' })
    if (!pathname.endsWith('/requests/r')) return serverError()
    asked.push(searchParams.get('company'))
    return missing()
  })
  showPage(RequestPage, { path: '/addRequest/$requestId', address: '/addRequest/r' })
  return asked
}

test('a link to a request of another company offers to switch to it', async () => {
  const asked = await openMissing('admin', 'two')
  fireEvent.click(await screen.findByRole('button', { name: 'Switch to The second bank' }))
  await expect.poll(() => asked).toEqual(['one', 'two'])
})

test.each([
  ['a request that no company has', 'admin', null],
  ['a client, who has one company,', 'client', 'two'],
] as const)('for %s it is not found', async (_, role, owner) => {
  await openMissing(role, owner)
  await screen.findByRole('heading', { name: 'Request not found' })
  expect(screen.queryByRole('button', { name: /^Switch to/ })).toBeNull()
})
