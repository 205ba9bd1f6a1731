// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { createGridStore } from '../columns/grid-store.ts'
import { rowId, useCursorInView } from './use-cursor-in-view.ts'

const store = createGridStore()
const reveal = vi.fn<(index: number) => void>()

function ExampleList({ first }: { first: number }) {
  const grid = useRef<HTMLDivElement>(null)
  useCursorInView(grid, store, 'My list', { first, last: first + 9, reveal })
  return (
    <div ref={grid} role="grid" aria-label="My list">
      <div id={rowId('My list', 3)}>
        <time title="20 November 2026">2 days ago</time>
      </div>
    </div>
  )
}

test('the row of the cursor is shown and announced with its full dates, until it is scrolled away', () => {
  const { rerender } = render(<ExampleList first={0} />)
  const grid = screen.getByRole('grid')
  expect(grid.getAttribute('aria-activedescendant')).toBeNull()
  act(() => store.moveTo(3))
  expect(reveal.mock.calls).toEqual([[3]])
  expect(grid.getAttribute('aria-activedescendant')).toBe('My-list-row-3')
  expect(document.getElementById('My-list-row-3')?.getAttribute('aria-description')).toBe('20 November 2026')
  rerender(<ExampleList first={20} />)
  expect(grid.getAttribute('aria-activedescendant')).toBeNull()
  act(() => store.moveTo(-1))
  expect(reveal).toHaveBeenCalledTimes(1)
})
