// @vitest-environment happy-dom
import type { Role } from '@signet/contract/access/permissions'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { cleanup } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage, signIn } from '../../../../test/show.tsx'
import { UndeliveredNotices } from './undelivered-notices.tsx'

const attempt = (channel: string, status: string, hour: number) => {
  const at = `2026-11-20T${hour}:00:00Z`
  return { channel, status, at, sentAt: status === 'bounced' ? undefined : at }
}
const returned = attempt('Registrar', 'bounced', 10)
const sent = attempt('Hosting provider', 'sent', 11)

async function textFor(role: Role, attempts: readonly object[]) {
  cleanup()
  await signIn({ role }, () => Response.json({}))
  showPage(() => (
    <main>
      <UndeliveredNotices attempts={attempts as unknown as TakedownDetail['attempts']} />
    </main>
  ))
  await expect.poll(() => document.querySelector('main')).not.toBeNull()
  return document.querySelector('main')?.textContent
}

test('a notice that was returned is counted, and staff see what to do', async () => {
  expect(await textFor('client', [returned, sent])).toBe("1 of 2 notices wasn't delivered. ")
  expect(document.querySelector('main svg')).not.toBeNull()
  expect(await textFor('admin', [returned, sent])).toBe("1 of 2 notices wasn't delivered. Choose another contact")
  const both = [returned, attempt('Hosting provider', 'bounced', 11)]
  expect(await textFor('client', both)).toBe("2 of 2 notices weren't delivered. ")
})

test('a notice that was followed by another one of its channel is not mentioned', async () => {
  expect(await textFor('admin', [returned, attempt('Registrar', 'sent', 12)])).toBe('')
  expect(await textFor('admin', [sent])).toBe('')
})
