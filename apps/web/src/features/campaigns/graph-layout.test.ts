import { expect, test } from 'vitest'
import { graphOf } from './graph-layout.ts'

const threat = (id: string) =>
  ({
    id,
    source: 'Domain',
    title: `${id}.example`,
    severity: 'High',
    status: 'open',
    firstSeen: '2026-01-05T09:00:00Z',
  }) as const
const trait = (value: string, ...threatIds: string[]) => ({ kind: 'address', value, weight: 2, threatIds }) as const

test('threats are next to those that they share most with, with a line to each of their traits', () => {
  const { threats, edges } = graphOf({
    traits: [trait('1', 'a', 'c'), trait('2', 'b', 'd')].map((each) => ({ ...each, threatIds: [...each.threatIds] })),
    threats: ['a', 'b', 'c', 'd'].map(threat),
  })
  expect(threats.map(({ id }) => id)).toEqual(['a', 'c', 'b', 'd'])
  expect(edges).toEqual([
    { trait: 0, threat: 0 },
    { trait: 0, threat: 1 },
    { trait: 1, threat: 2 },
    { trait: 1, threat: 3 },
  ])
})

test('a large campaign is shown in part', () => {
  const ids = Array.from({ length: 80 }, (_, index) => `t${index}`)
  const traits = ids.map((id, index) => ({ ...trait(String(index), id), threatIds: ids }))
  const graph = graphOf({ traits, threats: ids.map(threat) })
  expect(graph.threats).toHaveLength(30)
  expect(graph.traits).toHaveLength(12)
  expect(graph.edges).toHaveLength(360)
})
