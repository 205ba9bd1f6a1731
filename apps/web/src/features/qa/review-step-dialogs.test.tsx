// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dayMs } from '@signet/contract/time'
import { show, signIn } from '../../../test/show.tsx'
import type { QaRecord } from './qa-kind.ts'
import { StepDialogs } from './review-step-dialogs.tsx'

const final = "You can't undo this."
const after = (ms: number) => new Date(Date.now() + ms).toISOString()

test.each([
  ['threat', 'Recall threat?', { announcedAt: after(-dayMs) }, true],
  ['tout', 'Recall tout?', { announcedAt: after(-dayMs) }, true],
  ['threat', 'Recall threat?', { announcedAt: after(dayMs) }, false],
  ['threat', 'Recall threat?', { whitelistedInReview: true }, true],
] as const)('the recall of a %s asks "%s", and says whether it is final: %j', async (kind, name, more, isFinal) => {
  await signIn({ role: 'qa' }, () => Response.json({}))
  const record = { id: 'a', source: 'Domain', title: 'one.test', ...more } as unknown as QaRecord
  const pendingStep = { step: 'recall' as const, threats: [record] }
  show(<StepDialogs kind={kind} pendingStep={pendingStep} onConfirm={() => {}} onClose={() => {}} />)
  const dialog = await screen.findByRole('dialog', { name })
  expect(dialog.textContent.includes(final)).toBe(isFinal)
})

const domain = { kind: 'domain', value: 'one.test' } as const
const waiting = (more: Partial<QaRecord>) =>
  ({ id: 'a', source: 'Domain', title: 'one.test', severity: 'High', threatType: 'Brand Abuse', ...more }) as QaRecord

async function whitelistDialog(threats: readonly QaRecord[]) {
  await signIn({ role: 'qa' }, () => Response.json({}))
  const pendingStep = { step: 'whitelist' as const, threats }
  show(<StepDialogs kind="threat" pendingStep={pendingStep} onConfirm={() => {}} onClose={() => {}} />)
  return screen.findByRole('dialog')
}

test.each([
  [domain, 'one[.]test', 'such as login[.]one[.]test'],
  [{ kind: 'host', value: 'a.github.io' }, 'a[.]github[.]io', 'only this host is suppressed'],
  [{ kind: 'address', value: 'one.test/shop' }, 'one[.]test/shop', 'The rest of the site still is.'],
  [{ kind: 'account', value: 'Instagram/one' }, 'Instagram/one', 'Other accounts still are.'],
] as const)(
  'whitelisting names the entry that it adds (%j), and what it suppresses',
  async (allowEntry, value, covers) => {
    const dialog = await whitelistDialog([waiting({ allowEntry })])
    const entry = within(dialog).getByRole('region', { name: /^Added to the allow list of / })
    expect(within(entry).getByRole('listitem').textContent).toContain(value)
    expect(entry.textContent).toContain(covers)
    expect(within(dialog).getByText('High')).toBeTruthy()
    expect(dialog.textContent).toContain('recall the threat under Published Threats')
  },
)

test('records on one domain share an entry, and those without one are said to stay in the queue', async () => {
  const dialog = await whitelistDialog([
    waiting({ allowEntry: domain }),
    waiting({ id: 'b', allowEntry: domain }),
    waiting({ id: 'c', severity: 'Low' }),
  ])
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(1)
  expect(dialog.textContent).toContain('1 of them has no domain, address or account and stays in the queue.')
})

test('what nothing would recognize again can only be left as it is', async () => {
  const dialog = await whitelistDialog([waiting({})])
  expect(dialog.textContent).toContain("This can't be whitelisted")
  expect(within(dialog).queryByRole('textbox')).toBeNull()
})

test('a missing reason is an error next to the hint, which stays', async () => {
  const dialog = await whitelistDialog([waiting({ allowEntry: domain })])
  const field = within(dialog).getByRole('textbox', { name: 'Reason' })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(within(dialog).getByRole('alert').textContent).toContain('Enter a reason')
  const notes = field.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(notes.map((id) => document.querySelector(`#${CSS.escape(id)}`)?.textContent)).toEqual([
    'Enter a reason of at least 3 characters.',
    expect.stringContaining('For example: the shop of a reseller'),
  ])
})
