// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AreaStack } from './area-stack.tsx'

const series = [
  { key: 'served', label: 'Served', tone: 'series-1' as const },
  { key: 'failed', label: 'Failed', tone: 'series-2' as const },
]
const linesOf = (values: [number, number][]) => {
  const points = values.map((each, index) => ({ at: `2026-11-0${index + 1}T00:00:00Z`, values: each }))
  const { container } = render(
    <AreaStack title="Requests" finding="Requests per day" points={points} series={series} rangeDays={5} />,
  )
  const paths = [...container.querySelectorAll('path[fill=none]')].map((path) => path.getAttribute('d'))
  return { lines: paths.slice(0, 2), dots: paths.slice(2) }
}

test('a series has an edge only where there is something of it: elsewhere the one below shows its colour', () => {
  const { lines, dots } = linesOf([
    [4, 0],
    [4, 0],
    [2, 2],
    [4, 0],
    [4, 0],
  ])
  expect(lines).toEqual(['M0,0L250,0L500,50L750,0L1000,0', 'M250,0L500,0L750,0'])
  expect(dots).toEqual([])
})

test('values too small for an area are dots, not a line down the slopes of the others', () => {
  const { lines, dots } = linesOf([
    [400, 0],
    [399, 1],
    [19, 1],
    [400, 0],
    [400, 0],
  ])
  expect(lines).toEqual(['M0,0L250,0.25L500,95.25L750,0L1000,0', ''])
  expect(dots).toEqual(['M250,0h0M500,95h0'])
})

test('a series without anything has no edge', () => {
  expect(
    linesOf([
      [1, 0],
      [1, 0],
    ]).lines,
  ).toEqual(['M0,0L1000,0', ''])
})
