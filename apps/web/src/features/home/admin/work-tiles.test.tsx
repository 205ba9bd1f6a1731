// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serverError, showPage, signIn } from '../../../../test/show.tsx'
import { figureOf, type CompanyWork } from './work-figures.ts'
import { CompanyTable } from './company-table.tsx'
import { WorkTiles } from './work-tiles.tsx'

const work: CompanyWork = {
  company: 'bank',
  name: 'Meridian Bank',
  isDemo: false,
  criticalOpen: 3,
  oldestUndecided: null,
  takedowns: { overdue: 0, dueSoon: 0, unassigned: 4, mine: 0 },
  analyses: { overdue: 0, dueSoon: 0, unassigned: 0, mine: 0 },
  requests: { open: 0, overdue: 0, dueSoon: 0, unassigned: 0, mine: 0 },
  reviews: { overdue: 0, dueSoon: 0, critical: 0 },
  qaBacklog: 46,
  lastSignIn: null,
  troubledSources: 0,
}

const labels = async () =>
  within(await screen.findByRole('list', { name: 'Open work' }))
    .getAllByRole('listitem')
    .map((card) => card.textContent)

test('only what is to do is a card, and one sentence says what else was checked', async () => {
  await signIn({ role: 'superAdmin' }, (path) =>
    Response.json(path.split('?')[0]?.endsWith('/diagnostics') ? [] : { items: [], total: 0, pageNumber: 1, limit: 1 }),
  )
  showPage(() => <WorkTiles works={[work]} only={undefined} onOnly={() => undefined} />)
  const sentence = await screen.findByText(
    /^Also checked: no review overdue, due soon or critical.*no failed system check\.$/,
  )
  expect(sentence.textContent).toContain('no open request, nothing assigned to you, no source with a problem')
  expect(await labels()).toEqual([
    'Critical threats 3in 1 company',
    'Overdue takedowns 0Takedowns: 4 unassigned in all',
  ])
})

test('checks that are not set up are named next to those that did not fail', async () => {
  const checks = [{ name: 'mail', ok: true, isOff: true, detail: {} }]
  const jobs = { items: [], total: 0, pageNumber: 1, limit: 1 }
  await signIn({ role: 'superAdmin' }, (path) =>
    Response.json(path.split('?')[0]?.endsWith('/diagnostics') ? checks : jobs),
  )
  showPage(() => <WorkTiles works={[work]} only={undefined} onOnly={() => undefined} />)
  const link = await screen.findByRole('link', { name: '1 check not set up' })
  expect(link.getAttribute('href')).toBe('/test')
  expect(link.closest('p')?.textContent).toContain('no failed system check. ')
})

test('a figure with a short label has its whole name as its description', async () => {
  await signIn({ role: 'admin' }, () => Response.json([]))
  showPage(() => <WorkTiles works={[work]} only={undefined} onOnly={() => undefined} />)
  const card = await screen.findByRole('button', {
    name: 'Critical threats 3',
    description: 'Critical threats to decide',
  })
  expect(card.title).toBe('Critical threats to decide')
})

test('the card of reviews counts those that are overdue, and those due soon or critical are apart from them', async () => {
  await signIn({ role: 'admin' }, () => Response.json([]))
  const chosen: (string | undefined)[] = []
  const due = { ...work, reviews: { overdue: 2, dueSoon: 1, critical: 9 } }
  showPage(() => <WorkTiles works={[due]} only={undefined} onOnly={(tile) => chosen.push(tile)} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Overdue reviews 2' }))
  fireEvent.click(screen.getByRole('button', { name: 'Reviews: 1 due soon' }))
  fireEvent.click(screen.getByRole('button', { name: 'Reviews: 9 critical in all' }))
  expect(chosen).toEqual(['reviewsOverdue', 'reviewsDueSoon', 'reviewsCritical'])
})

test('a takedown, analysis or request that is due soon is a figure of its card, and leads to the list of exactly these', async () => {
  await signIn({ role: 'admin' }, () => Response.json([]))
  const soon = { overdue: 0, dueSoon: 2, unassigned: 0, mine: 0 }
  const due = { ...work, takedowns: soon, analyses: soon, requests: { ...soon, open: 2 } }
  const chosen: (string | undefined)[] = []
  const opened: string[] = []
  showPage(() => <WorkTiles works={[due]} only={undefined} onOnly={(tile) => chosen.push(tile)} />)
  for (const name of ['Takedowns', 'Deeper analyses', 'Requests'])
    fireEvent.click(await screen.findByRole('button', { name: `${name}: 2 due soon` }))
  expect(chosen).toEqual(['takedownsDueSoon', 'analysesDueSoon', 'requestsDueSoon'])
  for (const key of ['takedownsDueSoon', 'analysesDueSoon', 'requestsDueSoon'] as const)
    opened.push(figureOf(key).pathOf?.(due) ?? '')
  expect(opened).toEqual(['/takedown?due=dueSoon', '/deeperAnalysis?due=dueSoon', '/addRequest?view=open&due=dueSoon'])
  cleanup()
  showPage(() => <CompanyTable rows={[due]} current="bank" />)
  await screen.findByRole('button', { name: /Takedowns, 2 due soon/ })
})

test('those who only read are not told that nothing is assigned to them', async () => {
  await signIn({ role: 'adminPeeker' }, () => Response.json([]))
  showPage(() => <WorkTiles works={[work]} only={undefined} onOnly={() => undefined} />)
  const sentence = await screen.findByText(/^Also checked: /)
  expect(sentence.textContent).not.toContain('assigned to you')
})

test('the smaller figures of a card are named with what they count, so that no two have the same name', async () => {
  await signIn({ role: 'admin' }, () => Response.json([]))
  const busy = {
    ...work,
    analyses: { overdue: 0, dueSoon: 0, unassigned: 4, mine: 0 },
    requests: { ...work.requests, unassigned: 4 },
  }
  showPage(() => <WorkTiles works={[busy]} only={undefined} onOnly={() => undefined} />)
  await screen.findByRole('button', { name: 'Takedowns: 4 unassigned in all' })
  const figures = screen.getAllByText('4 unassigned in all').map((figure) => figure.textContent)
  expect(figures).toEqual([
    'Takedowns: 4 unassigned in all',
    'Deeper analyses: 4 unassigned in all',
    'Requests: 4 unassigned in all',
  ])
})

test('failed jobs are a part of the card of failed checks, or a card if no check failed', async () => {
  const jobs = { items: [], total: 2, pageNumber: 1, limit: 1 }
  const show = async (checks: object[]) => {
    await signIn({ role: 'superAdmin' }, (path) =>
      Response.json(path.split('?')[0]?.endsWith('/failed') ? jobs : checks),
    )
    showPage(() => <WorkTiles works={[work]} only={undefined} onOnly={() => undefined} />)
  }
  await show([{ name: 'queue', ok: false }])
  const part = await screen.findByRole('link', { name: 'Failed jobs: 2' })
  expect(part.closest('li')?.textContent).toBe('Failed checks 1Failed jobs: 2')
  expect(part.getAttribute('href')).toBe('/test#failed-jobs')
  cleanup()
  await show([])
  expect((await screen.findByRole('link', { name: 'Failed jobs 2' })).getAttribute('href')).toBe('/test#failed-jobs')
})

test('figures that are not known are cards, and are not said to be zero', async () => {
  await signIn({ role: 'superAdmin' }, () => serverError())
  showPage(() => <WorkTiles works={[{ ...work, troubledSources: null }]} only={undefined} onOnly={() => undefined} />)
  expect((await screen.findByRole('link', { name: 'Failed jobs: \u2013' })).closest('li')?.textContent).toMatch(
    /^Failed checks \u2013/,
  )
  expect(screen.getByRole('link', { description: 'Sources with problems' }).textContent).toBe('Source problems \u2013')
  expect(screen.queryByText(/no source with|no failed job/)).toBeNull()
})

test('a column in which no company has anything is left out, and the queue says what its number counts', async () => {
  await signIn({ role: 'admin' }, () => Response.json([]))
  const busy = { ...work, reviews: { ...work.reviews, critical: 9 } }
  const quiet = { ...busy, company: 'rail', name: 'Kestrel Rail', criticalOpen: 0 }
  showPage(() => <CompanyTable rows={[busy, quiet]} current="bank" />)
  const headers = (await screen.findAllByRole('columnheader')).map((cell) => cell.textContent)
  expect(headers).toEqual([
    'Company',
    'Critical threats',
    'Oldest open decision',
    'Takedowns',
    'Review queue',
    'Last sign-in',
  ])
  expect(screen.getAllByText('46 waiting')).toHaveLength(2)
  expect(screen.getAllByText('9 critical, none overdue')).toHaveLength(2)
  expect(screen.queryByText('\u2013')).toBeNull()
})

test('figures of the review queue are text, and those that are due soon say within which time', async () => {
  await signIn({ role: 'admin' }, () => Response.json([]))
  const busy = {
    ...work,
    takedowns: { ...work.takedowns, dueSoon: 2 },
    reviews: { overdue: 7, dueSoon: 8, critical: 6 },
  }
  showPage(() => <CompanyTable rows={[busy]} current="bank" />)
  const text = await screen.findByText('7 overdue, 8 due soon, 6 critical')
  expect(text.closest('td')?.querySelector('a, button, [data-tone]')).toBeNull()
  const figure = screen.getByRole('button', { name: /Takedowns, 2 due soon/ })
  expect(figure.title).toBe('Due within 24 hours')
})

test('the oldest open decision of a company is shown on phones too', async () => {
  await signIn({ role: 'admin' }, () => Response.json([]))
  showPage(() => <CompanyTable rows={[{ ...work, oldestUndecided: '2020-01-01T00:00:00Z' }]} current="bank" />)
  const cell = (await screen.findByText(/ago$/)).closest('td')
  expect(cell?.dataset['label']).toBe('Oldest open decision')
  expect(cell?.dataset['wide']).toBeUndefined()
})
