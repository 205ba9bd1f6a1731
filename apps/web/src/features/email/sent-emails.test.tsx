// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { SentEmails } from './sent-emails.tsx'
import { show, signIn } from '../../../test/show.tsx'

const mail = { id: '1', subject: 'Hello', at: '2026-11-01T10:00:00Z', recipients: 7, waiting: 0, unknown: 0 }
const list = { items: [{ ...mail, delivered: 7, failed: 0 }], total: 1, pageNumber: 1, limit: 25 }

function answer(path: string, isMailKept: boolean): Response {
  return Response.json(path.includes('/email/sent') ? list : { company: 'bank', name: 'Bank', isMailKept })
}

let isMailKept = false
beforeEach(async () => {
  await signIn({ role: 'superAdmin' }, (path) => answer(path, isMailKept))
})
async function figures(): Promise<(string | null)[]> {
  show(<SentEmails search={{}} onChange={() => undefined} />)
  await screen.findByText(isMailKept ? 'Kept, not sent' : 'Hello')
  return screen.getAllByRole('cell').map((cell) => cell.textContent)
}

test('without a mail server, no email counts as sent', async () => {
  expect((await figures()).slice(2)).toEqual(['7', '7', '0'])
  cleanup()
  isMailKept = true
  expect((await figures()).slice(2)).toEqual(['7', '0', '0'])
}, 60_000)
