// @vitest-environment happy-dom
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AreaStack } from './area-stack.tsx'
import { BarList } from './bar-list.tsx'
import { ColumnChart } from './column-chart.tsx'
import { Spark } from './spark.tsx'
import { pathOf, StepCurve } from './step-curve.tsx'
import type { ChartPoint, Series } from './tone.ts'

const series: Series[] = [
  { key: 'Critical', label: 'Critical', tone: 'critical' },
  { key: 'Low', label: 'Low', tone: 'low' },
]
const points: ChartPoint[] = [
  { at: '2026-11-18', values: [2, 10] },
  { at: '2026-11-19', values: [0, 4] },
  { at: '2026-11-20', values: [5, 1200] },
]
const area = (
  <AreaStack title="Threats per day" finding="Rising: 1,205 yesterday" points={points} series={series} rangeDays={30} />
)

test('the finding is the name of the chart, and its title is a heading', () => {
  render(area)
  expect(screen.getByRole('img', { name: 'Rising: 1,205 yesterday' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Threats per day' })).toBeTruthy()
})

test('the arrow keys read out one day after the other', () => {
  render(area)
  const slider = screen.getByRole('slider', { name: 'Day in Threats per day' })
  fireEvent.keyDown(slider, { key: 'ArrowLeft' })
  expect(slider.getAttribute('aria-valuetext')).toBe('19 November 2026: 0 Critical, 4 Low; 4 total')
  fireEvent.keyDown(slider, { key: 'End' })
  expect(slider.getAttribute('aria-valuetext')).toBe('20 November 2026: 5 Critical, 1,200 Low; 1,205 total')
  fireEvent.keyDown(slider, { key: 'ArrowRight' })
  expect(slider.getAttribute('aria-valuenow')).toBe('3')
})

test('the same values can be read as a table, newest day first', () => {
  render(area)
  fireEvent.click(screen.getByRole('button', { name: 'Show as table: Threats per day' }))
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows).toHaveLength(4)
  expect(rows[1]?.textContent).toBe('20 November 202651,200')
  expect(screen.queryByRole('img')).toBeNull()
})

test('an axis of few days shows weekdays', () => {
  render(<AreaStack title="Week" finding="Flat" points={points} series={series} rangeDays={7} />)
  expect(screen.getByText('Wed')).toBeTruthy()
})

test('a chart without points still renders', () => {
  render(<AreaStack title="Nothing" finding="No threats" points={[]} series={series} rangeDays={7} />)
  expect(screen.getByRole('img', { name: 'No threats' })).toBeTruthy()
  expect(screen.queryByRole('slider')).toBeNull()
})

test('a year of six series needs few elements', () => {
  const year = Array.from({ length: 365 }, (_, day) => ({
    at: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    values: [1, 2, 3, 4, 5, 6].map((one) => (one * day) % 17),
  }))
  const tones = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6'] as const
  const six = tones.map((tone) => ({ key: tone, label: tone, tone }))
  const { container } = render(<AreaStack title="Year" finding="Even" points={year} series={six} rangeDays={365} />)
  expect(container.querySelectorAll('*').length).toBeLessThan(120)
})

test('Shift, the arrow keys and Enter pick a range of days', () => {
  const onRange = vi.fn()
  render(<ColumnChart title="Days" finding="f" points={points} series={series} rangeDays={30} onRange={onRange} />)
  const slider = screen.getByRole('slider', { name: 'Day in Days' })
  fireEvent.keyDown(slider, { key: 'End' })
  fireEvent.keyDown(slider, { key: 'ArrowLeft', shiftKey: true })
  fireEvent.keyDown(slider, { key: 'Enter' })
  expect(onRange).toHaveBeenCalledWith('2026-11-19', '2026-11-20')
})

test('dragging over the columns picks a range of days', () => {
  const onRange = vi.fn()
  render(<ColumnChart title="Days" finding="f" points={points} series={series} rangeDays={30} onRange={onRange} />)
  const slider = screen.getByRole('slider')
  slider.getBoundingClientRect = () => new DOMRect(0, 0, 300, 64)
  slider.setPointerCapture = () => undefined
  fireEvent.pointerDown(slider, { clientX: 250, button: 0 })
  fireEvent.pointerMove(slider, { clientX: 50 })
  fireEvent.pointerUp(slider, { clientX: 50 })
  expect(onRange).toHaveBeenCalledWith('2026-11-18', '2026-11-20')
})

test('a bar list shows the value and the share of every bar', () => {
  render(
    <BarList
      title="Types"
      rowName="Type"
      finding="Phishing leads"
      bars={[
        { key: 'a', label: 'Phishing site', count: 3000 },
        { key: 'b', label: 'Parked', count: 100 },
      ]}
    />,
  )
  expect(screen.getByRole('img', { name: 'Phishing leads' }).textContent).toContain('3,00097%')
  expect(screen.getByText('3.2%')).toBeTruthy()
})

test('a bar can have a tone of its own', () => {
  const bars = [
    { key: 'a', label: 'Plain text', count: 2, tone: 'critical' as const },
    { key: 'b', label: 'None', count: 1, tone: 'low' as const },
  ]
  const { container } = render(<BarList title="Passwords" rowName="Password" finding="Two leaks" bars={bars} />)
  const colours = [...container.querySelectorAll<HTMLElement>('i')].map((bar) => bar.style.background)
  expect(colours).toEqual(['var(--critical-solid)', 'var(--low-solid)'])
})

test('the finding is the name of a sparkline', () => {
  render(<Spark finding="Domain: rising" values={[1, 2, 5]} />)
  expect(screen.getByRole('img', { name: 'Domain: rising' })).toBeTruthy()
  const { container } = render(<Spark finding="Two of three days" values={[1, 0, 1]} shape="columns" />)
  expect(container.querySelector('path[fill]')?.getAttribute('d')?.match(/M/g)).toHaveLength(2)
})

test('a curve falls at each step and goes on to the end of its axis', () => {
  const steps = [
    { ms: 25, share: 0.75 },
    { ms: 50, share: 0.5 },
  ]
  expect(pathOf(steps, 100)).toBe('M0,0H250V25H500V50H1000')
})

test('the axis of a curve begins at zero without a unit, and goes on in one unit', () => {
  const { container } = render(
    <StepCurve
      title="Left over time"
      finding="Half are left"
      steps={[{ ms: 100 * 3_600_000, share: 0.5 }]}
      markMs={null}
      columns={['Time']}
      rowOf={({ ms }) => [`${ms}`]}
    />,
  )
  const ticks = [...container.querySelectorAll('[data-edge]')].map(({ textContent }) => textContent)
  expect(ticks).toEqual(['0', '25\u00a0h', '50\u00a0h', '75\u00a0h', '100\u00a0h'])
})

test('a curve can be read as a table', () => {
  render(
    <StepCurve
      title="Left over time"
      finding="Half are left"
      steps={[{ ms: 3_600_000, share: 0.5 }]}
      markMs={3_600_000}
      columns={['Time', 'Left']}
      rowOf={({ ms, share }) => [`${ms / 3_600_000} h`, `${share * 100} %`]}
    />,
  )
  expect(screen.getByRole('img', { name: 'Half are left' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show as table: Left over time' }))
  expect(screen.getByRole('row', { name: '1 h 50 %' })).toBeTruthy()
})
