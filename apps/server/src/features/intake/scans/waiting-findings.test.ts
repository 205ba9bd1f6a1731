import { expect, test } from 'vitest'
import type { SightedThreat } from '../intake.queries.ts'
import { WaitingFindings } from './waiting-findings.ts'

/** A finding with only what waiting looks at. */
const found = (name: string, score: number) =>
  ({
    threat: { source: 'Domain', fingerprint: Buffer.from(name), score },
    feed: 'feed',
    line: 1,
    text: `${name} ${score}`,
  }) as SightedThreat
const shown = (waiting: WaitingFindings) =>
  waiting.take().map(([companyId, own]) => [companyId, own.map(({ text, batch }) => `${text} in ${batch}`)])

test('what several batches find of one thing is stored once, with the best score and the last of the batches', () => {
  const waiting = new WaitingFindings()
  waiting.add(new Map([[1, [found('a', 60), found('b', 50)]]]), 1)
  waiting.add(
    new Map([
      [1, [found('a', 40), found('b', 70)]],
      [2, [found('a', 60)]],
    ]),
    2,
  )
  expect(shown(waiting)).toEqual([
    [1, ['a 60 in 2', 'b 70 in 2']],
    [2, ['a 60 in 2']],
  ])
  expect(shown(waiting)).toEqual([])
})

test('findings wait for twenty batches at most, and no transaction takes more than five thousand', () => {
  const waiting = new WaitingFindings()
  for (let batch = 1; batch < 20; batch += 1) waiting.add(new Map(), batch)
  expect(waiting.isFull).toBe(false)
  waiting.add(new Map([[7, Array.from({ length: 12_000 }, (_, at) => found(`n${at}`, 50))]]), 20)
  expect(waiting.isFull).toBe(true)
  expect(waiting.take().map(([companyId, own]) => [companyId, own.length])).toEqual([
    [7, 5000],
    [7, 5000],
    [7, 2000],
  ])
  expect(waiting.isFull).toBe(false)
})
