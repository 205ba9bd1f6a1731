// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useCurrentInView } from './use-current-in-view.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A row of 300 px whose choices are 120 px wide each. */
function Row({ current, gap }: { current: number; gap?: number }) {
  const row = useRef<HTMLDivElement>(null)
  useCurrentInView(row, '[data-on]', current)
  return (
    <div ref={row} data-row="" style={{ columnGap: gap }}>
      {[0, 1, 2, 3].map((at) => (
        <span key={at} data-at={at} data-on={at === current || undefined} />
      ))}
    </div>
  )
}

test('the current choice is scrolled into view, so that the row begins with a whole choice, and one in view stays', () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: HTMLElement) {
    const line = document.querySelector<HTMLElement>('[data-row]')
    const { at } = this.dataset
    return at === undefined
      ? new DOMRect(0, 0, 300, 32)
      : new DOMRect(Number(at) * 120 - (line?.scrollLeft ?? 0), 0, 120, 32)
  })
  const { container, rerender } = render(<Row current={1} />)
  const line = container.querySelector<HTMLElement>('[data-row]')
  expect(line?.scrollLeft).toBe(0)
  rerender(<Row current={3} />)
  expect(line?.scrollLeft).toBe(240)
  rerender(<Row current={2} />)
  expect(line?.scrollLeft).toBe(240)
  rerender(<Row current={1} />)
  expect(line?.scrollLeft).toBe(0)
})

test('between the edge and the first choice in view there is the gap of the row', () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: HTMLElement) {
    const line = document.querySelector<HTMLElement>('[data-row]')
    const { at } = this.dataset
    return at === undefined
      ? new DOMRect(0, 0, 300, 32)
      : new DOMRect(Number(at) * 128 - (line?.scrollLeft ?? 0), 0, 120, 32)
  })
  const { container, rerender } = render(<Row current={0} gap={8} />)
  const line = container.querySelector<HTMLElement>('[data-row]')
  rerender(<Row current={2} gap={8} />)
  expect(line?.scrollLeft).toBe(128 - 8)
})

test('the current choice is scrolled into view again when the row gets narrower', () => {
  const callbacks: (() => void)[] = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        callbacks.push(callback)
      }
      observe() {}
      disconnect() {}
    },
  )
  let width = 600
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: HTMLElement) {
    const line = document.querySelector<HTMLElement>('[data-row]')
    const { at } = this.dataset
    return at === undefined
      ? new DOMRect(0, 0, width, 32)
      : new DOMRect(Number(at) * 120 - (line?.scrollLeft ?? 0), 0, 120, 32)
  })
  const { container } = render(<Row current={3} />)
  const line = container.querySelector<HTMLElement>('[data-row]')
  expect(line?.scrollLeft).toBe(0)
  width = 300
  for (const resized of callbacks) resized()
  expect(line?.scrollLeft).toBe(240)
})
