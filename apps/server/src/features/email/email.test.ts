import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { getEmailTemplates, listSentEmails, previewEmail, sendEmail } from '@signet/contract/messages/email'
import { newCompany, newUser, refusal, send, useWorld, type TestCompany } from '../../../test/harness.ts'
import { whileRefused } from '../../../test/refuse-rows.ts'
import { sendEmails } from './send-emails.job.ts'

const world = useWorld()
const signal = new AbortController().signal
const parts = () => ({ database: world().database, enqueue: world().queue.enqueue, log: world().log, signal })

const mailsOf = (company: TestCompany) =>
  world().database.inCompanies([company.id], (tx) =>
    tx
      .selectFrom('mails')
      .select(['id', 'to_address', 'subject', 'text', 'html'])
      .where('company_id', '=', company.id)
      .orderBy('to_address')
      .execute(),
  )

describe('a mail to many', () => {
  const mail = { template: 'message' as const, subject: 'To {{company}}', body: 'Dear {{name}},\n\n<b>hello</b>' }

  test('is shown as its first recipient gets it, and goes to each once however often the job runs', async () => {
    const company = await newCompany({ name: 'R&D <Bank>' })
    const superAdmin = await newUser('superAdmin', await newCompany())
    const readers = [await newUser('client', company), await newUser('clientPeeker', company)]
    const body = { ...mail, companies: [company.key] }
    const preview = await send(superAdmin, previewEmail, { body })
    expect(preview.body.recipients).toBe(2)
    expect(preview.body.html).toContain('To R&amp;D &lt;Bank&gt;')
    expect(preview.body.html).toContain('&lt;b&gt;hello&lt;/b&gt;')
    expect(await mailsOf(company)).toEqual([])

    const sent = await send(superAdmin, sendEmail, { body })
    expect(sent.status).toBe(202)
    const { sendingId } = sent.body
    await Promise.all([sendEmails(parts(), { sendingId }), sendEmails(parts(), { sendingId })])
    await sendEmails(parts(), { sendingId })
    const mails = await mailsOf(company)
    expect(mails.map(({ to_address: to }) => to)).toEqual(readers.map(({ email }) => email).toSorted())
    expect(mails[0]).toMatchObject({ subject: 'To R&D <Bank>' })

    await world().database.inCompanies([company.id], async (tx) => {
      const state = (index: number, to: 'sent' | 'failed') =>
        tx
          .updateTable('mails')
          .set({ state: to })
          .where('company_id', '=', company.id)
          .where('id', '=', mails[index]?.id as string)
          .execute()
      await state(0, 'sent')
      await state(1, 'failed')
    })
    const listed = await send(superAdmin, listSentEmails)
    expect(listed.body.items.find(({ id }) => id === sendingId)).toEqual({
      id: sendingId,
      at: expect.any(String) as string,
      subject: 'To {{company}}',
      recipients: 2,
      delivered: 1,
      failed: 1,
      waiting: 0,
      unknown: 0,
    })
  })

  test('reaches the people of one company even if the emails of another cannot be kept', async () => {
    const [broken, sound] = [await newCompany(), await newCompany()]
    for (const company of [broken, sound]) await newUser('client', company)
    const superAdmin = await newUser('superAdmin', await newCompany())
    const sent = await send(superAdmin, sendEmail, { body: { ...mail, companies: [broken.key, sound.key] } })
    await whileRefused({ table: 'mails', change: 'insert', companyId: broken.id }, async () => {
      await expect(sendEmails(parts(), sent.body)).rejects.toThrow(`failed for 1 of 2: ${broken.id}: refused`)
    })
    expect([await mailsOf(broken), await mailsOf(sound)].map(({ length }) => length)).toEqual([0, 1])
    await sendEmails(parts(), sent.body)
    expect([await mailsOf(broken), await mailsOf(sound)].map(({ length }) => length)).toEqual([1, 1])
  })

  test('to named people goes to those who are active', async () => {
    const company = await newCompany()
    const superAdmin = await newUser('superAdmin', company)
    const [one, disabled] = [await newUser('client', company), await newUser('client', company)]
    await world().database.inIdentity((tx) =>
      tx.updateTable('users').set({ is_active: false }).where('id', '=', disabled.id).execute(),
    )
    const sent = await send(superAdmin, sendEmail, { body: { ...mail, users: [one.id, disabled.id] } })
    expect(sent.body.recipients).toBe(1)
    const nobody = await send(superAdmin, sendEmail, { body: { ...mail, users: [disabled.id] } })
    expect(nobody).toMatchObject(refusal('NO_RECIPIENTS'))
  })

  test.each([
    { companies: ['x'], users: [randomUUID()] },
    {},
    { companies: ['x'], subject: 'a\r\nBcc: b@c.example' },
    { companies: ['x'], template: 'other' },
  ])('that is not clear is refused: %j', async (more) => {
    const superAdmin = await newUser('superAdmin', await newCompany())
    expect((await send(superAdmin, sendEmail, { body: { ...mail, ...more } })).status).toBe(400)
  })

  test('can begin with the text of a template', async () => {
    const superAdmin = await newUser('superAdmin', await newCompany())
    const { body } = await send(superAdmin, getEmailTemplates)
    expect(body.map(({ template }) => template)).toEqual(['message', 'incident', 'maintenance', 'report'])
  })
})
