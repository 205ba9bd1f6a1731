// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { show, signIn } from '../../../../test/show.tsx'
import { type AnyDetail, RecordsContext } from '../records.ts'
import { threatRecords } from '../threat-records.ts'
import { SimilarTab } from './similar-tab.tsx'

beforeEach(() => signIn({ role: 'client' }, () => Response.json([])))

test('a threat that shares nothing says what it was compared by, and what is too common to relate it', () => {
  const threat = {
    id: 't-1',
    source: 'Domain',
    title: 'meridian-kyc.example',
    related: [],
    traits: [
      { kind: 'certificateKey', value: 'ab'.repeat(32), isCommon: false },
      { kind: 'nameServers', value: 'ns1.host.example ns2.host.example', isCommon: true },
    ],
  } as unknown as AnyDetail
  show(
    <RecordsContext value={threatRecords}>
      <SimilarTab threat={threat} page="Domain" />
    </RecordsContext>,
  )
  screen.getByRole('heading', { name: 'No related threats' })
  const terms = screen.getAllByRole('term')
  expect(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual([
    ['Domain', 'meridian-kyc[.]exampleOnly here'],
    ['Certificate key', 'abababababababab…Only here'],
    ['Name servers', 'ns1[.]host[.]example, ns2[.]host[.]exampleToo common to count'],
  ])
  expect(within(document.body).queryByRole('link')).toBeNull()
})
