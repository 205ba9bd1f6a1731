import { expect, test } from 'vitest'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import { fakeRansomLook } from '../../../test/providers/fake-ransomware.ts'

collectSuite('ransomLook', { fake: fakeRansomLook, isUnpaged: true, hasNoTerms: true })

const claim = listing({ name: 'Harbour Bank', publisher: 'akira', at: '2026-10-01T08:00:00.250Z' })

test('says who claims which victim, when, and its site', async () => {
  const { observations } = await collected('ransomLook', { fake: fakeRansomLook, listings: () => [claim] })
  expect(observations).toMatchObject([
    {
      kind: 'claim',
      id: 'akira: Harbour Bank',
      url: null,
      at: claim.at,
      names: ['Harbour Bank'],
      handle: 'akira',
      links: ['https://help.example'],
      fields: { author_username: 'akira', post_title: 'Harbour Bank', website: 'help.example' },
    },
  ])
})
