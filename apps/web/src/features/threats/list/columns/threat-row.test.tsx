// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../../../test/show.tsx'
import type { AnyThreat } from '../../records.ts'
import { threatRecords } from '../../threat-records.ts'
import { columnsFor, defaultColumns } from './threat-columns.tsx'

const reasons = ['Brand as its name', 'Other publisher', 'Asks for secrets', 'Outside the stores']
const app = { source: 'APK', title: 'My Meridian', number: 'T-12', reasons, reasonCount: 9 } as unknown as AnyThreat

function showRow(threat: AnyThreat) {
  const [, named] = columnsFor('full', 'comfortable', defaultColumns('APK', threatRecords))
  show(<>{named?.render(threat)}</>)
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
