// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../../../test/show.tsx'
import { RecordsContext, type AnyThreat } from '../../records.ts'
import { threatRecords } from '../../threat-records.ts'
import { ListContext } from '../list-context.ts'
import { columnsFor, defaultColumns, ownColumns } from './threat-columns.tsx'

const reasons = ['Brand as its name', 'Other publisher', 'Asks for secrets', 'Outside the stores']
const app = {
  source: 'APK',
  title: 'My Meridian',
  number: 'T-12',
  severity: 'Low',
  reasons,
  reasonCount: 9,
} as unknown as AnyThreat

type Layout = Parameters<typeof columnsFor>[0]
function showRow(threat: AnyThreat, layout: Layout = 'full', opened: string[] = []) {
  const [severity, named] = columnsFor(layout, 'comfortable', defaultColumns('APK', threatRecords))
  return show(
    <ListContext value={{ opened, toggle: () => undefined, found: undefined }}>
      {severity?.render(threat)}
      {named?.render(threat)}
    </ListContext>,
  )
}

test('a row names the reasons for which there is room, and counts the others, whose names are in its title', () => {
  showRow(app)
  expect(screen.getByText('T-12 · Brand as its name · Other publisher')).not.toBeNull()
  expect(screen.getByTitle(reasons.join(' · ')).textContent).toMatch(/\+7$/)
})

test('a reason that does not fit is counted and not cut, but the first one is always named', () => {
  showRow({ ...app, reasons: ['Misspelt brand as a separate word in it', 'Password field'], reasonCount: 2 })
  expect(screen.getByText('T-12 · Misspelt brand as a separate word in it')).not.toBeNull()
  expect(screen.getByText('+1')).not.toBeNull()
})

test('a row with two reasons counts none', () => {
  showRow({ ...app, reasons: reasons.slice(0, 2), reasonCount: 2 })
  expect(screen.queryByText(/^\+/)).toBeNull()
})

test('a row with a note of the user shows that instead of reasons', () => {
  showRow({ ...app, bookmarkNote: 'Ask the legal team' })
  expect(screen.getByTitle('Ask the legal team').textContent).toBe('Ask the legal team')
})

test('next to an open panel a row names its first reason instead of its number', () => {
  showRow(app, 'withPanel')
  expect(screen.getByText('Brand as its name')).not.toBeNull()
  expect(screen.queryByText(/T-12/)).toBeNull()
})

const showCard = (list: 'All' | 'APK') =>
  show(
    <RecordsContext value={threatRecords}>
      {columnsFor('cards', 'comfortable', defaultColumns(list, threatRecords)).map(({ key, render }) => (
        <div key={key}>{render({ ...app, firstSeen: new Date().toISOString() })}</div>
      ))}
    </RecordsContext>,
  )

test('a card names its source in a list of several sources', () => {
  const { unmount } = showCard('All')
  expect(screen.getByText('APK')).not.toBeNull()
  unmount()
  showCard('APK')
  expect(screen.queryByText('APK')).toBeNull()
})

const group = { ...app, id: 'first', severity: 'Low', similar: 7, similarSeverity: 'High' } as AnyThreat

test('the number of similar records is next to the reasons, so that the name has the whole line', async () => {
  showRow(group)
  const count = await screen.findByRole('button', { name: 'Group of 7' })
  expect(count.closest('[title]')?.parentElement?.closest('[title]')?.getAttribute('title')).toBe(reasons.join(' · '))
  expect(screen.getByText('My Meridian').parentElement?.contains(count)).toBe(false)
})

test('next to an open panel the number of similar records is without its word, so that the reason is whole', async () => {
  showRow(group, 'withPanel')
  expect((await screen.findByRole('button', { name: 'Group of 7' })).textContent).toBe('7')
  expect(screen.getByText('+8')).not.toBeNull()
})

test('a folded group has the highest severity of its open records, and an opened one that of its first record', () => {
  const { unmount } = showRow(group)
  expect(screen.getByText('High')).not.toBeNull()
  unmount()
  showRow(group, 'full', ['first'])
  expect(screen.getByText('Low')).not.toBeNull()
})

test('an address keeps its host apart from its path', async () => {
  const title = 'https://my-meridian.example/pay'
  const { container } = showRow({ ...app, source: 'URL', title, host: 'my-meridian.example' } as unknown as AnyThreat)
  await screen.findByText('my-meridian[.]example')
  expect(container.querySelector('b')?.textContent).toBe('hxxps://my-meridian[.]example/pay')
})

test('a cell whose code is loading has a placeholder, so that it is not taken for an empty one', async () => {
  const registrar = ownColumns('Domain', threatRecords).find(({ key }) => key === 'registrar')
  const threat = { ...app, source: 'Domain', registrar: 'Example Names', fields: { registrar: 'Example Names' } }
  const { container } = show(<>{registrar?.render(threat as unknown as AnyThreat)}</>)
  expect(container.textContent).toBe('…')
  expect(await screen.findByText('Example Names')).not.toBeNull()
})
