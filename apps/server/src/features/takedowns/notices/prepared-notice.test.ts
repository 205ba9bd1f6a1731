import { addAttempt, putNoticeChannel } from '@signet/contract/takedowns/takedown-work'
import { decideThreat } from '@signet/contract/threats/threats'
import { expect, test } from 'vitest'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../../test/harness.ts'
import { queueMail, releaseMail } from '../../mail/queue-mail.ts'

const world = useWorld({ works: true })

test('evidence PDFs that take long hold up no other email, and every notice is sent in the end', async () => {
  const company = await newCompany()
  const [client, staff] = [await newUser('client', company), await newUser('subAdmin', company)]
  const superAdmin = await newUser('superAdmin', company)
  await send(superAdmin, putNoticeChannel, { params: { channel: 'registrar' }, body: { isOn: false } })
  const { source, id: threatId } = await newThreat(company)
  const decision = { params: { source, threatId }, body: { action: 'takedown', version: 1 } as const }
  const takedownId = (await send(client, decideThreat, decision)).body.takedown?.id ?? ''
  for (let n = 0; n < 5; n += 1) {
    const notice = { way: 'email', channel: 'registrar', recipient: `abuse@r${n}.example`, subject: 'Report' } as const
    await send(staff, addAttempt, {
      params: { takedownId },
      query: { company: company.key },
      body: { ...notice, text: 'Please.' },
    })
  }
  const { database, queue } = world()
  const { rows: held } = await database.pool.query<{ id: string }>(
    `select id from mails where company_id = $1 and state = 'held'`,
    [company.id],
  )
  expect(held).toHaveLength(5)
  const stateOf = async (mailId: string) => {
    const { rows } = await database.pool.query<{ state: string }>('select state from mails where id = $1', [mailId])
    return rows[0]?.state
  }
  // The report of a case lists its checks, so it waits until they can be read.
  const connection = await database.pool.connect()
  try {
    await connection.query('begin')
    await connection.query('lock table takedown_checks in access exclusive mode')
    await database.inCompanies([company.id], async (tx) => {
      for (const { id } of held) await releaseMail(tx, queue.enqueue, company.id, id)
    })
    const password = await database.inCompanies([company.id], (tx) =>
      queueMail(tx, queue.enqueue, {
        companyId: company.id,
        to: { name: 'Clara', address: 'clara@bank.example' },
        template: 'password-reset',
        subject: 'Reset your password',
        text: 'Open the link.',
        isEssential: true,
      }),
    )
    await expect.poll(() => stateOf(password ?? ''), { timeout: 20_000 }).toBe('sent')
    for (const { id } of held) expect(await stateOf(id)).toBe('queued')
  } finally {
    await connection.query('rollback')
    connection.release()
  }
  for (const { id } of held) await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe('sent')
})
