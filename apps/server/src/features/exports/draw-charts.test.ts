import { expect, test, vi } from 'vitest'
import { newPdf } from '../../pdf/look.ts'
import { drawChart } from './draw-charts.ts'

/** The middle of each column and of each label of the time axis, from left to right. */
async function axisOf(days: readonly string[]) {
  const doc = await newPdf('Columns', new Date())
  const [rects, texts] = [vi.spyOn(doc, 'rect'), vi.spyOn(doc, 'text')]
  const data = days.map((label) => ({ label, value: 3 }))
  drawChart(doc, { title: 'Threats per day', form: 'columns', data }, { x: 40, y: 40, width: 515, height: 230 })
  const labels = texts.mock.calls.flatMap(([text, x]) =>
    days.includes(text) ? [{ text, from: Number(x), to: Number(x) + doc.widthOfString(text) }] : [],
  )
  return { middles: rects.mock.calls.map(([x, , width]) => x + width / 2), labels }
}

test.each([7, 12, 20, 31])('the labels of %i columns are centred below them and never touch', async (count) => {
  const days = Array.from({ length: count }, (_, index) => `${index + 1} Nov`)
  const { middles, labels } = await axisOf(days)
  expect(labels.at(-1)?.text).toBe(days.at(-1))
  for (const [index, { text, from, to }] of labels.entries()) {
    expect((from + to) / 2, text).toBeCloseTo(middles[days.indexOf(text)] ?? 0, 1)
    expect(to, text).toBeLessThan((labels[index + 1]?.from ?? 555) - 4)
  }
})
