// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AssetHunt } from '@signet/contract/collection/asset-hunts'
import { queryClient } from '../../api/query-client.ts'
import { AssetPreviewDialog } from './asset-preview-dialog.tsx'
import { show, signIn } from '../../../test/show.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const match = {
  source: 'Domain' as const,
  matched: 3,
  outcomes: { published: 2, harmless: 0, deleted: 0, undecided: 1 },
  labels: { confirmed: 2, rejected: 0, precision: 1, low: 0.3, high: 1 },
  examples: [{ threatId: '1', title: 'shop.harbour.test', value: 'Harbour Deals', outcome: 'published' as const }],
}
const hunt: AssetHunt = {
  id: 'h',
  state: 'done',
  progress: 1,
  stored: 312_000,
  read: 200_000,
  isBounded: true,
  caught: [],
  suppressed: [match],
  names: { read: 5000, matched: 0, examples: [] },
}

async function open(found: AssetHunt) {
  await signIn({ role: 'superAdmin' }, () => Response.json(found))
  const [saved, closed] = [vi.fn<() => void>(), vi.fn<() => void>()]
  show(<AssetPreviewDialog huntId="h" onSave={saved} onClose={closed} />, queryClient)
  return { saved, closed }
}

test('a preview shows what would be suppressed, its bound, and saves on request', async () => {
  const { saved } = await open(hunt)
  expect(await screen.findByText('The search reads the newest 200,000 of 312,000 stored threats.')).toBeTruthy()
  expect(screen.getByText('None of 200,000 stored threats names an added brand or person.')).toBeTruthy()
  expect(screen.getByText(/^3 of 200,000 stored threats would be your own or a partner's/)).toBeTruthy()
  expect(screen.getByText('Domain: 3, 2 of them published')).toBeTruthy()
  expect(screen.getByText('shop[.]harbour[.]test (Harbour Deals)')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Save assets' }))
  expect(saved).toHaveBeenCalledOnce()
})

test('a preview that runs shows how far it is and can be cancelled, but not saved', async () => {
  await open({ ...hunt, state: 'running', progress: 0.5, read: 100_000, isBounded: false, names: null })
  expect(await screen.findByText('100,000 of the stored threats read (50%)')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel search' })).toBeTruthy()
  expect(saveButton().disabled).toBe(true)
  // The row of buttons is the same as after the search.
  expect(saveButton().previousElementSibling?.textContent).toBe('Back to the form')
})

test('a preview can be saved only once its state is known, by a button that stays where it is', async () => {
  const { saved } = await open(hunt)
  const save = saveButton()
  fireEvent.click(save)
  expect(saved).not.toHaveBeenCalled()
  await screen.findByText('Domain: 3, 2 of them published')
  expect(saveButton()).toBe(save)
  fireEvent.click(save)
  expect(saved).toHaveBeenCalledOnce()
})

const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save assets' })
