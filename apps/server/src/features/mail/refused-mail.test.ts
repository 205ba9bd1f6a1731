import { isEmailAddress } from '@signet/contract/access/credentials'
import { expect, test } from 'vitest'
import { newCompany, useWorld } from '../../../test/harness.ts'
import { queueMail } from './queue-mail.ts'

const world = useWorld()

test.each([
  ['without a subject', { subject: ' \r\n ' }, 'MAIL_SUBJECT_MISSING'],
  ['of too much text', { text: 'x'.repeat(500_001) }, 'MAIL_TOO_LONG'],
  ['of too much markup', { html: 'x'.repeat(500_001) }, 'MAIL_TOO_LONG'],
])('a mail %s is refused and not in the outbox', async (_, wrong, reason) => {
  const { id: companyId } = await newCompany()
  const to = { name: 'Clara', address: 'clara@bank.example' }
  const mail = { template: 'test', to, subject: 'A subject', text: 'Some text', companyId, ...wrong }
  const { database, queue } = world()
  const queued = database.inCompanies([companyId], (tx) => queueMail(tx, queue.enqueue, mail))
  await expect(queued).rejects.toMatchObject({ reason })
  const { rows } = await database.pool.query('select from mails where company_id = $1', [companyId])
  expect(rows).toEqual([])
})

test.each([
  ['too long', `${'x'.repeat(230)}@mail.bank.example.company`],
  ['too short', ''],
])('an address that is %s is stored as none that could be sent to', async (_, address) => {
  const { id: companyId } = await newCompany()
  const { database, queue } = world()
  const mail = { template: 'test', to: { name: 'Clara', address }, subject: 'A subject', text: 'Some text', companyId }
  await database.inCompanies([companyId], (tx) => queueMail(tx, queue.enqueue, mail))
  const { rows } = await database.pool.query('select to_address from mails where company_id = $1', [companyId])
  expect(rows.map(({ to_address: stored }) => isEmailAddress(stored))).toEqual([false])
})
