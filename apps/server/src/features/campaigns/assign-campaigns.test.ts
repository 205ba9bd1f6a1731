import { expect, test } from 'vitest'
import { assignCampaigns } from './assign-campaigns.ts'

const known = (id: string, number: number, ...members: string[]) => ({ id, number, members })

test('a group continues the campaign that most of its threats were in, the oldest of several', () => {
  const { groups, merged } = assignCampaigns(
    [['a', 'b', 'c', 'd', 'e']],
    [known('two', 2, 'c', 'd', 'e'), known('one', 1, 'a', 'b')],
  )
  expect(groups).toEqual([{ campaignId: 'two', threatIds: ['a', 'b', 'c', 'd', 'e'] }])
  expect(merged).toEqual(new Map([['one', 0]]))
  const equal = assignCampaigns([['a', 'b', 'c', 'd']], [known('two', 2, 'c', 'd'), known('one', 1, 'a', 'b')])
  expect(equal.groups[0]?.campaignId).toBe('one')
})

test('a campaign that falls apart continues in its largest part', () => {
  const { groups, merged } = assignCampaigns(
    [
      ['d', 'e'],
      ['c', 'a', 'b'],
    ],
    [known('one', 1, 'a', 'b', 'c', 'd', 'e')],
  )
  expect(groups).toEqual([
    { campaignId: 'one', threatIds: ['a', 'b', 'c'] },
    { campaignId: null, threatIds: ['d', 'e'] },
  ])
  expect(merged.size).toBe(0)
})

test('the order of groups and campaigns makes no difference', () => {
  const groups = [
    ['a', 'x'],
    ['b', 'y'],
  ]
  const campaigns = [known('one', 1, 'a', 'b'), known('two', 2, 'x', 'y')]
  expect(assignCampaigns(groups.toReversed(), campaigns.toReversed())).toEqual(assignCampaigns(groups, campaigns))
})
