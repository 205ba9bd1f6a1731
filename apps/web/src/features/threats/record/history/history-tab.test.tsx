// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { show, signIn } from '../../../../../test/show.tsx'
import { type AnyDetail, RecordsContext } from '../../records.ts'
import { threatRecords } from '../../threat-records.ts'
import { HistoryTab } from './history-tab.tsx'

beforeEach(() => signIn({ role: 'clientPeeker', timeZone: 'UTC' }, () => Response.json([])))

const picture = (id: string, capturedAt: string) => ({
  id,
  kind: 'capture',
  type: 'image/png',
  name: id,
  size: 1,
  sha256: id,
  capturedAt,
  href: `/${id}.png`,
})
const threat = {
  id: 't-1',
  source: 'Domain',
  title: 'meridian-kyc.example',
  firstSeen: '2026-11-20T10:00:00Z',
  lastSeen: '2026-11-24T10:00:00Z',
  registeredOn: '2026-11-19T00:00:00.000Z',
  registrar: 'Harbor Registrar',
  proofs: [],
  remarks: [],
  sightingList: [{ feed: 'certificate transparency', line: 7, text: '', seenAt: '2026-11-20T10:00:00Z' }],
  evidence: [picture('first', '2026-11-20T10:01:00Z'), picture('second', '2026-11-21T12:00:00Z')],
  history: [
    { id: 't-1', at: '2026-11-20T10:00:00Z', by: null, action: 'threat.detected', text: 'Detected' },
    { id: 'a', at: '2026-11-20T11:00:00Z', by: 'Review team', action: 'qa.publish', text: 'Published' },
    { id: 'b', at: '2026-11-21T12:01:00Z', by: null, action: 'threat.captured', text: 'Page captured' },
  ],
} as unknown as AnyDetail

test('a history tells when the domain was registered, who found it where, and shows what its page looked like each time', async () => {
  show(
    <RecordsContext value={threatRecords}>
      <HistoryTab threat={threat} />
    </RecordsContext>,
  )
  const entries = screen.getAllByRole('listitem')
  expect(entries.map((entry) => [entry.textContent, within(entry).queryAllByRole('img').length])).toEqual([
    ['Page captured12:01 PMSignet', 1],
    ['Published11:00 AMReview team', 0],
    ['Page captured10:01 AM', 1],
    ['Detected10:00 AMSignet · certificate transparency', 0],
    ['RegisteredHarbor Registrar', 0],
  ])
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    '21 November 2026',
    '20 November 2026',
    '19 November 2026',
  ])
  fireEvent.click(screen.getAllByRole('button', { name: 'Enlarge capture' })[0]!)
  const dialog = await screen.findByRole('dialog', { name: 'meridian-kyc[.]example' })
  expect(within(dialog).getByRole('img').getAttribute('src')).toBe('/second.png')
})
