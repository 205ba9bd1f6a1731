// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showPage, signIn } from '../../../test/show.tsx'
import { CompanyCoverageTable } from './company-coverage.tsx'

const source = {
  company: 'bank',
  companyName: 'Meridian Bank',
  source: 'Domain',
  state: 'collecting',
  dataAt: '2020-01-01T00:00:00Z',
  nextRunAt: null,
  connectors: [],
}

/** Opens the table of sources: one with data, one that waits for it, and two that are off, of which one has data. */
async function open(isPhone: boolean) {
  vi.stubGlobal('matchMedia', () => ({
    matches: isPhone,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  const items = [
    source,
    { ...source, source: 'URL', state: 'waiting', dataAt: null },
    { ...source, source: 'LinkedIn', state: 'off', dataAt: null },
    { ...source, source: 'APK', state: 'off' },
  ]
  const page = { items, total: 4, pageNumber: 1, limit: 50, troubled: 0, troubledOf: [], stateCounts: [] }
  await signIn({ role: 'admin' }, () => Response.json(page))
  showPage(() => <CompanyCoverageTable search={{}} onChange={() => undefined} onOpen={() => undefined} />)
}

test('on phones, the state of a source says when its last data came in', async () => {
  await open(true)
  const cells = (await screen.findAllByRole('row')).slice(1).map((row) => row.querySelector('td')?.textContent)
  expect(cells).toEqual([
    expect.stringMatching(/^CollectingFrom feeds or certificate logsLast data: \d+ years ago$/),
    'Waiting for first data',
    'Connectors off',
    expect.stringMatching(/^Connectors offReported, imported or collected earlierLast data: \d+ years ago$/),
  ])
})
