// @vitest-environment happy-dom
import type { Activity } from '@signet/contract/threats/activity'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show, showPage } from '../../../test/show.tsx'
import { doneColumns, UndoCell } from './activity-columns.tsx'

const row: Activity = {
  id: 'a',
  at: '2026-11-29T08:00:00Z',
  by: 'Priya Nair',
  action: 'takedown',
  text: 'Takedown',
  source: 'Domain',
  title: 'meridian-login.invalid',
  severity: 'High',
  threatId: '1',
  undo: { isPossible: true, version: 2 },
}

test('a decision is undone by a button with a border, not by a word that looks like text', () => {
  const onUndo = vi.fn()
  show(<UndoCell row={row} isBusy={false} onUndo={onUndo} />)
  const button = screen.getByRole('button', { name: /Undo/ })
  expect(button.dataset['kind']).toBe('plain')
  fireEvent.click(button)
  expect(onUndo).toHaveBeenCalledWith(row)
})

test('on phones, the decision and who made it are in one column, beside what undoes it', async () => {
  const [card] = doneColumns<Activity>({
    kind: 'threat',
    isPhone: true,
    last: { label: 'Undo', render: () => <button type="button">Undo</button> },
  })
  showPage(() => <>{card?.render(row)}</>)
  const button = await screen.findByRole('button', { name: 'Undo' })
  const column = button.previousElementSibling as HTMLElement
  expect(within(column).getByText('Takedown')).toBeTruthy()
  expect(within(column).getByText(/Priya Nair/)).toBeTruthy()
})

test('an address is broken after its slashes, never within a word', async () => {
  const columns = doneColumns<Activity>({ kind: 'threat', isPhone: false })
  const item = columns.find(({ key }) => key === 'item')
  showPage(() => <>{item?.render({ ...row, source: 'URL', title: 'https://bank.example/pay/request/4640' })}</>)
  const link = await screen.findByRole('link')
  expect(link.innerHTML).toContain('pay/<wbr>request/<wbr>4640')
})

test.each([false, true])('who decided has the role next to the name (on phones: %s)', async (isPhone) => {
  const decided = { ...row, byRole: 'admin' as const }
  const columns = doneColumns<typeof decided>({ kind: 'threat', isPhone })
  const column = columns.find(({ key }) => key === (isPhone ? 'card' : 'by'))
  showPage(() => <>{column?.render(decided)}</>)
  await screen.findByText(isPhone ? /^Priya Nair \(Admin\),/ : 'Admin')
})

const keysWith = (hasNoRemarks: boolean) =>
  doneColumns({ kind: 'threat', isPhone: false, hasNoRemarks }).map(({ key }) => key)

test('a list without any remark has no column for them', () => {
  expect(keysWith(false)).toContain('remark')
  expect(keysWith(true)).not.toContain('remark')
})
