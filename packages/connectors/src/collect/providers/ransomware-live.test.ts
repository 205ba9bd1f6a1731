import { expect, test } from 'vitest'
import { minuteMs } from '@signet/contract/time'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import { fakeRansomwareLive } from '../../../test/providers/fake-ransomware.ts'

collectSuite('ransomwareLive', {
  fake: fakeRansomwareLive,
  isUnpaged: true,
  hasNoTerms: true,
  retryAt: () => new Date(Date.now() + minuteMs),
})

const claim = listing({ name: 'Harbour Bank', publisher: 'akira', at: '2026-10-01T08:00:00.250Z' })

test('says who claims which victim, when, and its site', async () => {
  const { observations } = await collected('ransomwareLive', { fake: fakeRansomwareLive, listings: () => [claim] })
  expect(observations).toMatchObject([
    {
      kind: 'claim',
      id: 'akira: Harbour Bank',
      url: 'https://www.ransomware.live/id/1',
      at: claim.at,
      names: ['Harbour Bank'],
      handle: 'akira',
      links: ['https://help.example'],
      fields: { author_username: 'akira', post_title: 'Harbour Bank', website: 'help.example' },
    },
  ])
})

test('keeps the site of a victim out if it is not known', async () => {
  const { observations } = await collected('ransomwareLive', {
    fake: fakeRansomwareLive,
    listings: () => [{ ...claim, link: null }],
  })
  expect(observations[0]?.links).toEqual([])
  expect(observations[0]?.fields).not.toHaveProperty('website')
})
