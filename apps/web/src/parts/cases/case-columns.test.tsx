// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage } from '../../../test/show.tsx'
import { caseColumns, type CaseRow } from './case-columns.tsx'

const row: CaseRow = {
  id: 'c',
  source: 'URL',
  title: 'https://meridianpay.bonus19.rewards-hub.example/claim',
  threatType: 'Look-alike domain',
  severity: 'High',
  steps: [],
  updatedAt: '2026-11-20T10:00:00Z',
}

const columnsOf = (isPhone: boolean) =>
  caseColumns<CaseRow, 'title'>({
    isPhone,
    labels: { card: 'Takedown', target: 'Target' },
    linkOf: () => ({ to: '/' }),
    more: () => null,
    own: { key: 'open', label: 'Open', track: '1fr', render: () => null },
    foot: () => null,
  })

test('a long address has a cell of its own, where it breaks between its words instead of being cut in its host', async () => {
  const [target, source] = columnsOf(false)
  showPage(() => (
    <>
      <p>{target?.render(row)}</p>
      <p>{source?.render(row)}</p>
    </>
  ))
  const link = await screen.findByRole('link')
  expect(link.closest('p')?.textContent).toBe('hxxps://meridianpay[.]bonus19[.]rewards-hub[.]example/claim')
  expect(link.innerHTML).toContain('rewards-<wbr>hub[.]<wbr>example')
  expect(link.className).not.toContain('cut')
  expect(screen.getByText('Look-alike domain').closest('p')?.textContent).toContain('URL')
})

test('a card names the severity in words', async () => {
  const [card] = columnsOf(true)
  showPage(() => <p>{card?.render(row)}</p>)
  expect((await screen.findByText('High')).className).not.toContain('visually-hidden')
})
