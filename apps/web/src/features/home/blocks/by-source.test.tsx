// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { BySource } from './by-source.tsx'
import { serverError, showPage } from '../../../../test/show.tsx'

const row = {
  source: 'Domain',
  label: 'Domain',
  total: 4,
  open: 2,
  bySeverity: { Critical: 1, High: 0, Medium: 0, Low: 0 },
}

test('trends of sources that could not be loaded are named, and are loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', (path: string) => {
    if (!path.includes('Frequency')) return Promise.resolve(Response.json([row]))
    return Promise.resolve(isDown ? serverError() : Response.json([]))
  })
  showPage(() => <BySource company="bank" rangeDays={30} now={new Date()} />)
  await screen.findByText("Couldn't load all trends.")
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('img')
  expect(screen.queryByText("Couldn't load all trends.")).toBeNull()
})

const day = 86_400_000
/** 60 days, with as many threats on the last day of each half. */
const pointsOf = (before: number, now: number) =>
  Array.from({ length: 60 }, (_, at) => ({
    date: new Date(Date.parse('2026-10-01') + at * day).toISOString().slice(0, 10),
    count: at === 29 ? before : at === 59 ? now : 0,
  }))

const changeOf = (source: string) =>
  screen.getByRole('link', { name: source }).closest('tr')?.querySelectorAll('td')[1]?.textContent

test('every change is a number of threats, whether there were many before, few or none', async () => {
  const frequencies: Record<string, [number, number]> = { Domain: [40, 98], URL: [4, 2], APK: [0, 3], GitHub: [5, 5] }
  const rows = Object.keys(frequencies).map((source) => ({ ...row, source, label: source }))
  vi.stubGlobal('fetch', (path: string) => {
    const source = new URL(path, 'http://portal').searchParams.get('threatSource')
    return Promise.resolve(Response.json(source ? pointsOf(...(frequencies[source] ?? [0, 0])) : rows))
  })
  showPage(() => <BySource company="bank" rangeDays={30} now={new Date()} />)
  await screen.findByText('+58')
  expect(Object.keys(frequencies).map(changeOf)).toEqual(['+58', '−2', '+3', '0'])
})

test('the header of the changes says what is counted, and what their colour means', async () => {
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(Response.json(path.includes('Frequency') ? [] : [row])))
  showPage(() => <BySource company="bank" rangeDays={30} now={new Date()} />)
  const header = await screen.findByText('Change')
  expect(header.title).toBe(
    'Compared with the previous 30 days, in number of threats. In colour if it is more than chance, from 20 threats in both periods together.',
  )
})

const sources = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)

test('sources with nothing found and nothing open are folded behind Show all, and fold again', async () => {
  const none = { ...row, total: 0, open: 0, bySeverity: { Critical: 0, High: 0, Medium: 0, Low: 0 } }
  const rows = [
    { ...none, source: 'APK', label: 'APK' },
    row,
    { ...none, source: 'URL', label: 'URL', open: 3 },
    { ...none, source: 'GitHub', label: 'GitHub' },
  ]
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(Response.json(path.includes('Frequency') ? [] : rows)))
  showPage(() => <BySource company="bank" rangeDays={30} now={new Date()} />)
  const all = await screen.findByRole('button', { name: 'Show all 4 sources' })
  expect([all.getAttribute('aria-expanded'), sources()]).toEqual(['false', ['Domain', 'URL']])
  fireEvent.click(all)
  expect(sources()).toEqual(['Domain', 'APK', 'GitHub', 'URL'])
  fireEvent.click(screen.getByRole('button', { name: 'Show fewer', expanded: true }))
  expect(sources()).toEqual(['Domain', 'URL'])
})

test('where every source has something, there is nothing to show behind a button', async () => {
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(Response.json(path.includes('Frequency') ? [] : [row])))
  showPage(() => <BySource company="bank" rangeDays={30} now={new Date()} />)
  await screen.findByRole('rowheader')
  expect(screen.queryByRole('button')).toBeNull()
})
