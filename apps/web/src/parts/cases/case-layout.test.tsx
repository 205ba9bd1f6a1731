// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../test/show.tsx'
import { CaseColumns } from './case-layout.tsx'

test('what is to be read first comes before the history, and the rest of the side after it', () => {
  show(
    <CaseColumns first={<h2>Case</h2>} side={<h2>Evidence</h2>}>
      <h2>Timeline</h2>
    </CaseColumns>,
  )
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Case', 'Timeline', 'Evidence'])
})
