// @vitest-environment happy-dom
import type { DetectionRule } from '@signet/contract/collection/detection-rules'
import type { RuleHunt } from '@signet/contract/collection/rule-hunts'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { RulesPart } from './rules-part.tsx'
import { show, signIn } from '../../../test/show.tsx'

const rule: DetectionRule = {
  id: '6f0f6f0e-0000-4000-8000-000000000001',
  name: 'Voucher nobody gave out',
  explanation: 'It offers a voucher that the company never gave out.',
  sources: ['Domain', 'Telegram'],
  condition: { all: [{ kind: 'word', value: 'voucher' }], any: [{ kind: 'has', value: 'upi' }], none: [] },
  effect: 'raise',
  points: 30,
  isOn: false,
  by: 'Ada',
  changedAt: '2026-05-01T00:00:00.000Z',
  effects: 0,
  lastEffectAt: null,
  version: 1,
}
const labels = { confirmed: 2, rejected: 2, precision: 0.5, low: 0.15, high: 0.85 }
const hunt: RuleHunt = {
  id: '6f0f6f0e-0000-4000-8000-000000000002',
  ruleVersion: 1,
  isCurrent: true,
  state: 'done',
  progress: 1,
  by: 'Ada',
  createdAt: '2026-05-01T00:00:00.000Z',
  finishedAt: '2026-05-01T00:00:01.000Z',
  read: 1200,
  matched: 5,
  labels,
  sources: [
    {
      source: 'Domain',
      matched: 5,
      outcomes: { published: 2, harmless: 1, deleted: 1, undecided: 1 },
      labels,
      examples: [{ threatId: 't', title: 'voucher-a.test', value: 'voucher', outcome: 'deleted' }],
    },
  ],
  names: { read: 13_000, matched: 7, examples: [{ name: 'voucher.example', value: 'voucher' }] },
}

type Answer = (method: string, path: string, body: unknown) => Response | undefined
let sent: { method: string; path: string; body: unknown }[] = []

beforeEach(() => {
  sent = []
  queryClient.clear()
})
async function open(
  rules: readonly DetectionRule[],
  hunts: readonly RuleHunt[] = [],
  answer: Answer = () => undefined,
) {
  await signIn({ role: 'qa' }, (path, { method = 'GET', body }) => {
    const read: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    sent.push({ method, path, body: read })
    return answer(method, path, read) ?? Response.json(path.includes('/hunts') ? hunts : rules)
  })
  show(<RulesPart />, queryClient)
}

test('a rule says what it does, when, and that it is off', async () => {
  await open([rule])
  const row = within(await screen.findByRole('listitem'))
  row.getByText('Raises the score by 30 points · Domain, Telegram')
  row.getByText('All of: Word “voucher” · One of: Contains a UPI address')
  row.getByText('Off')
})

test('without rules the list says what they do', async () => {
  await open([])
  await screen.findByRole('heading', { name: 'No rules yet' })
})

test('what the server refuses is shown at the condition that it names', async () => {
  const problem = {
    code: 'BAD_REQUEST',
    reason: 'INVALID_INPUT',
    message: 'x',
    details: [
      { path: 'body.condition.all.0.value', reason: 'RULE_WORD_NEEDED', parameters: {}, message: 'Enter a word.' },
    ],
  }
  await open([rule], [], (method) => (method === 'PUT' ? Response.json(problem, { status: 400 }) : undefined))
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Voucher nobody gave out' }))
  const value = screen.getByLabelText('Value of condition 1 of “All of these”')
  fireEvent.change(value, { target: { value: '!!' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => value.getAttribute('aria-invalid')).toBe('true')
  const noteId = value.getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(noteId)?.textContent).toMatch(/enter a word/i)
})

test('a search shows what the rule would have caught, and how people had decided', async () => {
  await open([rule], [hunt])
  fireEvent.click(await screen.findByRole('button', { name: 'Try Voucher nobody gave out' }))
  await screen.findByText('It would have caught 5 of 1,200 stored threats.')
  screen.getByText('People decided on 4 of them: 50% were confirmed (95% interval 15% to 85%).')
  screen.getByText('voucher-a[.]test')
  screen.getByText(/Of 13,000 names .* it would have caught 7/)
})

test('a search is started by a button that stays where it is, once it is known that none runs', async () => {
  await open([rule], [hunt])
  fireEvent.click(await screen.findByRole('button', { name: 'Try Voucher nobody gave out' }))
  const start = startButton()
  fireEvent.click(start)
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
  await screen.findByText('It would have caught 5 of 1,200 stored threats.')
  expect(startButton()).toBe(start)
  fireEvent.click(start)
  await expect.poll(() => sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a search that runs can be cancelled, but no other one started', async () => {
  await open([rule], [{ ...hunt, state: 'running', progress: 0.5 }])
  fireEvent.click(await screen.findByRole('button', { name: 'Try Voucher nobody gave out' }))
  await screen.findByRole('button', { name: 'Cancel search' })
  expect(startButton().disabled).toBe(true)
  // The row of buttons is the same as without a search.
  expect(startButton().previousElementSibling?.textContent).toBe('Close')
})

const startButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Search everything stored' })

test('a rule that holds findings back is switched on after a confirmation', async () => {
  await open([{ ...rule, effect: 'suppress', points: null }])
  fireEvent.click(await screen.findByRole('button', { name: 'Switch on Voucher nobody gave out' }))
  expect(sent.filter(({ method }) => method === 'PUT')).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Switch on' }))
  await expect.poll(() => sent.find(({ method }) => method === 'PUT')?.body).toEqual({ isOn: true, version: 1 })
})
