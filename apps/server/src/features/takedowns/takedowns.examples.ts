import { required } from '@signet/contract/narrow'
import { randomUUID } from 'node:crypto'
import { usualTakedownPolicy } from '@signet/contract/takedowns/takedown-policy'
import { addAttempt } from '@signet/contract/takedowns/takedown-work'
import { addCase } from '../../../test/case-records.ts'
import { pick, look, picture } from '../../../test/demo-records.ts'
import type { Caller, DemoInput, Examples } from '../../../test/every-call/examples.ts'
import { newUser, send, theWorld } from '../../../test/harness.ts'

async function withTakedown(caller: Caller, where: string, more: object): Promise<DemoInput> {
  const { id, version } = await pick(caller, 'takedowns', where)
  return { params: { takedownId: id }, body: { version, ...more } }
}

/** A notice that is a dry run. */
async function dryRun(caller: Caller): Promise<{ takedownId: string; attemptId: string }> {
  await theWorld().database.pool.query(`delete from notice_channels where channel = 'hosting'`)
  const { id: takedownId } = await look(caller, 'takedowns', `status = 'submitted'`)
  const notice = { recipient: 'abuse@host.example', subject: 'Report', text: 'Please remove it.' }
  const { body } = await send(await newUser('subAdmin', caller.company), addAttempt, {
    params: { takedownId },
    query: { company: caller.company.key },
    body: { way: 'email', channel: 'hosting', ...notice },
  })
  return { takedownId, attemptId: required(body.attempts.at(-1), 'the attempt').id }
}

async function storedRule() {
  const { rows } = await theWorld().database.pool.query<{ id: string }>(
    `insert into reply_rules (id, provider, class, phrases, changed_by_name)
     values (gen_random_uuid(), 'host.example', 'done', '{closed}', 'x') returning id`,
  )
  return { replyRuleId: rows[0]?.id ?? '' }
}
/** A letter that somebody changed once. */
async function storedLetter() {
  await theWorld().database.pool.query(
    `insert into notice_letters (kind, channel, language, subject, text, changed_by_name)
     values ('request', 'other', 'en', '{reference}', '{address} {company}', 'x')
     on conflict (kind, channel, language) do update set subject = excluded.subject, text = excluded.text, version = 1`,
  )
  return { kind: 'request', channel: 'other', language: 'en' }
}
const letterKey = { kind: 'request', channel: 'hosting', language: 'en' }
const letter = { subject: 'Abuse, {reference}', text: '{company} reports {address}.' }
const replyRule = { provider: 'host.example', class: 'done', phrases: ['is gone from'] }

/** A case with a pack. */
async function packed(caller: Caller): Promise<string> {
  const { id } = await look(caller, 'takedowns')
  const { pool } = theWorld().database
  await pool.query(
    `insert into evidence_packs (company_id, sequence, takedown_id, content_hash, manifest_hash, key_id, made_at, made_by, made_by_name)
     values ($1, 1, $2, repeat('a', 64), repeat('b', 64), repeat('c', 64), now(), gen_random_uuid(), 'x') on conflict do nothing`,
    [caller.company.id, id],
  )
  const { rows } = await pool.query<{ takedown_id: string }>(
    'select takedown_id from evidence_packs where company_id = $1',
    [caller.company.id],
  )
  return rows[0]?.takedown_id ?? id
}

export const examples: Examples = {
  records: {
    channel: () => Promise.resolve('registrar'),
    kind: () => Promise.resolve('request'),
    language: () => Promise.resolve('en'),
    takedownId: (company, marker) => addCase(company, 'takedowns', marker),
    attemptId: async (company, marker) => {
      const [id, takedownId] = [randomUUID(), await addCase(company, 'takedowns', marker)]
      await theWorld().database.inCompanies([company.id], (tx) =>
        tx
          .insertInto('takedown_attempts')
          .values({
            company_id: company.id,
            id,
            takedown_id: takedownId,
            channel: 'registrar',
            way: 'form',
            recipient: marker,
            status: 'sent',
            sent_at: new Date(),
            reference: marker,
            answer: marker,
          })
          .execute(),
      )
      return id
    },
  },
  bodies: {
    changeReplyRule: { ...replyRule, version: 1 },
    changeNoticeLetter: { ...letter, version: 0 },
    resetNoticeLetter: { version: 1 },
    previewNoticeLetter: letter,
  },
  inputs: {
    listTakedownPacks: async (caller) => ({ params: { takedownId: await packed(caller) } }),
    getTakedown: async (caller) => ({ params: { takedownId: (await look(caller, 'takedowns')).id } }),
    moveTakedown: (caller) =>
      withTakedown(caller, `status = 'submitted'`, { status: 'acknowledged', note: 'By phone' }),
    reopenTakedown: (caller) => withTakedown(caller, `status = 'resolved'`, { reason: 'It is back' }),
    authoriseTakedown: (caller) => withTakedown(caller, `status = 'awaiting_authorisation'`, {}),
    writeOnTakedown: async (caller) => ({
      params: { takedownId: (await look(caller, 'takedowns')).id },
      body: { text: 'How does it stand?' },
    }),
    addAttempt: async (caller) => ({
      params: { takedownId: (await look(caller, 'takedowns', `status = 'submitted'`)).id },
      body: { way: 'form', channel: 'registrar', recipient: 'The abuse desk' },
    }),
    getNotice: async (caller) => ({ params: await dryRun(caller) }),
    sendAttempt: async (caller) => {
      const params = await dryRun(caller)
      await theWorld().database.pool.query(
        `insert into notice_channels (channel, is_on, changed_by_name) values ('hosting', true, 'x')
         on conflict (channel) do update set is_on = true`,
      )
      return { params }
    },
    draftNotice: async (caller) => ({
      params: { takedownId: (await look(caller, 'takedowns')).id },
      query: { channel: 'registrar' },
    }),
    putNoticeChannel: () => ({ params: { channel: 'registrar' }, body: { isOn: true } }),
    changeAttempt: async (caller) => {
      const attempt = await look(
        caller,
        'takedown_attempts',
        `way <> 'email' and sent_at is not null`,
        'id, 1 as version',
      )
      const { id } = await look(
        caller,
        'takedowns',
        `id = (select takedown_id from takedown_attempts where id = '${attempt.id}')`,
      )
      return {
        params: { takedownId: id, attemptId: attempt.id },
        body: { status: 'acknowledged', answer: 'We look into it' },
      }
    },
    addTakedownFile: async (caller) => ({
      params: { takedownId: (await look(caller, 'takedowns')).id },
      form: picture(caller),
    }),
    addReplyRule: () => ({ body: replyRule }),
    changeReplyRule: async () => ({ params: await storedRule(), body: { ...replyRule, version: 1 } }),
    deleteReplyRule: async () => ({ params: await storedRule() }),
    tryReplyRule: () => ({ body: { ...replyRule, text: 'The site is gone from our servers.' } }),
    getNoticeLetter: () => ({ params: letterKey }),
    changeNoticeLetter: async () => ({ params: await storedLetter(), body: { ...letter, version: 1 } }),
    resetNoticeLetter: async () => ({ params: await storedLetter(), body: { version: 1 } }),
    previewNoticeLetter: () => ({ params: letterKey, body: letter }),
    putTakedownPolicy: () => ({ body: { ...usualTakedownPolicy, watchDays: 14, repeatsNotice: false } }),
    listTakedownContacts: async (caller) => ({ params: { takedownId: (await look(caller, 'takedowns')).id } }),
  },
  async rows(tx, { company, takedownId, userId, marker }) {
    await tx
      .insertInto('takedown_checks')
      .values({
        company_id: company.id,
        takedown_id: takedownId,
        at: new Date(),
        state: 'redirecting',
        reason: 'elsewhere',
        status: 200,
        leads_to: `${marker}.example`,
      })
      .execute()
    await tx
      .insertInto('takedown_policies')
      .values({
        company_id: company.id,
        watch_days: 14,
        repeats_notice: false,
        needs_second_person: false,
        follow_ups: 'off',
        timers: JSON.stringify(usualTakedownPolicy.timers),
      })
      .execute()
    await tx
      .insertInto('takedown_periods')
      .values({
        company_id: company.id,
        takedown_id: takedownId,
        axis: 'status',
        position: 1,
        status: 'draft',
        began_at: new Date(),
      })
      .execute()
    const pack = { company_id: company.id, sequence: 1 }
    await tx
      .insertInto('evidence_packs')
      .values({
        ...pack,
        takedown_id: takedownId,
        content_hash: 'a'.repeat(64),
        manifest_hash: 'b'.repeat(64),
        previous_hash: null,
        key_id: 'c'.repeat(64),
        made_at: new Date(),
        made_by: userId,
        made_by_name: marker,
      })
      .execute()
    await tx
      .insertInto('evidence_pack_files')
      .values({ ...pack, position: 0, path: marker, sha256: 'a'.repeat(64) })
      .execute()
  },
}
