import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { listCaughtMails } from '@signet/contract/messages/mail'
import { newCompany, newUser, send, useWorld } from '../../../test/harness.ts'
import { deliver } from './deliver.ts'
import { openMailCatcher } from './mail-catcher.ts'
import { queueMail } from './queue-mail.ts'

const world = useWorld({ works: true })

test('where no mail server is configured, mail goes by SMTP to the catcher and is read on the Test page', async () => {
  const [company, stranger] = [await newCompany(), await newCompany()]
  const user = await newUser('superAdmin', company)
  const { database, queue } = world()
  for (const { id } of [company, stranger]) {
    await database.inCompanies([id], (tx) =>
      queueMail(tx, queue.enqueue, {
        companyId: id,
        to: { name: 'Zoë', address: 'zoe@bank.example' },
        template: 'test',
        subject: `Grüße ${id}`,
        text: 'Bonjour à tous',
        html: '<p>Bonjour</p>',
      }),
    )
  }
  const read = () => send(user, listCaughtMails, { query: { company: [company.key] } })
  let answer = await read()
  for (let tries = 0; answer.body.total === 0 && tries < 100; tries += 1) {
    await wait(100)
    answer = await read()
  }
  expect(answer.body.items).toEqual([
    expect.objectContaining({
      company: company.key,
      from: 'Signet <signet@mail.example>',
      to: 'Zoë <zoe@bank.example>',
      subject: `Grüße ${company.id}`,
      text: expect.stringContaining('Bonjour à tous') as string,
      html: expect.stringContaining('<p>Bonjour</p>') as string,
    }),
  ])
})

test('the catcher rejects mail without its password', async () => {
  const catcher = await openMailCatcher(world().database)
  const mail = {
    messageId: 'c1.x@test.example',
    references: [],
    attachments: [],
    from: { name: 'x', address: 'x@test.example' },
    replyTo: null,
    to: { name: 'x', address: 'x@test.example' },
    subject: 'x',
    text: 'x',
    html: null,
  }
  const anonymous = await deliver({ ...catcher.server, user: '', password: '' }, mail)
  const guessing = await deliver({ ...catcher.server, password: 'guess' }, mail)
  await catcher.close()
  expect(anonymous.state).toBe('refused')
  expect(guessing).toMatchObject({ state: 'temporary' })
})
