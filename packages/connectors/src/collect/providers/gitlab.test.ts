import { expect, test } from 'vitest'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import { fakeGitlab } from '../../../test/providers/fake-gitlab.ts'

const credentials = { token: 'glpat-secret' }
const run = { fake: fakeGitlab, credentials, search: { terms: ['Harbour Bank'] } }

collectSuite('gitlab', { fake: fakeGitlab, credentials })

test('keeps projects apart from repositories of GitHub with the same number', async () => {
  const { observations } = await collected('gitlab', { ...run, listings: () => [listing({ name: 'Harbour Bank' })] })
  expect(observations).toMatchObject([
    {
      source: 'GitHub',
      id: 'gitlab:1',
      url: 'https://gitlab.com/group-1/harbour.help',
      names: ['Harbour Bank'],
      handle: 'group-1',
      fields: { repositoryName: 'group-1/harbour.help', repositoryLink: 'https://gitlab.com/group-1/harbour.help' },
    },
  ])
})

test('reads at most ten pages of a name that many projects have', async () => {
  const many = Array.from({ length: 40 }, (_, index) => listing({ id: String(index) }))
  expect((await collected('gitlab', { ...run, listings: () => many })).requests).toHaveLength(10)
})
