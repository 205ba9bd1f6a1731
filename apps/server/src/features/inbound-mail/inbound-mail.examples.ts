import { randomUUID } from 'node:crypto'
import { putMailbox } from '@signet/contract/takedowns/mailboxes'
import { look } from '../../../test/demo-records.ts'
import type { Examples } from '../../../test/every-call/examples.ts'
import { send, theWorld, type TestCompany } from '../../../test/harness.ts'

/** An email whose subject contains the marker; it waits to be assigned unless it belongs to a takedown. */
async function addMail(company: TestCompany, marker: string, takedownId: string | null = null): Promise<string> {
  const { files, database } = theWorld()
  const id = randomUUID()
  const { sha256, size } = await files.put(Buffer.from(`Subject: ${marker} ${id}\r\n\r\n`))
  await database.pool.query(
    `insert into inbound_mails (company_id, id, way, sha256, size, state, subject, from_address, takedown_id, matched_by)
     values ($1, $2, 'upload', $3, $4, $5, $6, 'abuse@host.example', $7, $8)`,
    [
      company.id,
      id,
      sha256,
      size,
      takedownId ? 'matched' : 'unmatched',
      marker,
      takedownId,
      takedownId ? 'person' : null,
    ],
  )
  return id
}

const mailbox = {
  host: '127.0.0.1',
  port: 1143,
  security: 'none',
  user: 'takedowns',
  folder: 'INBOX',
  password: 'secret',
  version: 0,
} as const

export const examples: Examples = {
  records: { inboundMailId: (company, marker) => addMail(company, marker) },
  inputs: {
    listCaseMails: async (caller) => {
      const { id: takedownId } = await look(caller, 'takedowns')
      await addMail(caller.company, caller.company.key, takedownId)
      return { params: { takedownId } }
    },
    listUnmatchedMails: async ({ company }) => {
      await addMail(company, company.key)
      return {}
    },
    decideMail: async (caller) => ({
      params: {
        inboundMailId: await addMail(caller.company, caller.company.key, (await look(caller, 'takedowns')).id),
      },
      body: { class: 'question', reason: 'They ask for a screenshot' },
    }),
    putMailbox: () => ({ body: mailbox }),
    deleteMailbox: async ({ user, company }) => {
      await send(user, putMailbox, { query: { company: company.key }, body: mailbox })
      return {}
    },
    assignMail: async (caller) => ({ body: { takedownId: (await look(caller, 'takedowns')).id } }),
  },
  async rows(tx, { company, marker }) {
    await tx
      .insertInto('mailboxes')
      .values({
        company_id: company.id,
        id: randomUUID(),
        host: 'imap.example',
        port: 993,
        security: 'tls',
        user_name: `${marker} ${company.key}`,
        folder: 'INBOX',
        secret: Buffer.alloc(46),
      })
      .execute()
  },
}
