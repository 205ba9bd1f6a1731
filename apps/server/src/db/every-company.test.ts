import { randomBytes } from 'node:crypto'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '@signet/contract/time'
import { newCompany, useWorld, type TestCompany } from '../../test/harness.ts'
import { emailsByState, endingKeys } from '../features/system-health/health.queries.ts'
import { readFigures } from '../http/metrics/metrics.queries.ts'
import { readEveryCompany } from './every-company.ts'

/* An owner of the database that is no superuser, as on managed servers: row-level security holds for it. */

const world = useWorld()
const role = `owner_${randomBytes(6).toString('hex')}`
let owner: Pool
let company: TestCompany

beforeAll(async () => {
  company = await newCompany()
  const { pool } = world().database
  // The nodes of a cluster connect to each other as it.
  await pool.query(`create role ${role} login`)
  // Its rows are those of the installation: row-level security isn't forced on it.
  await pool.query(`alter table companies owner to ${role}`)
  await pool.query(`grant usage on schema public, pgboss to ${role}`)
  await pool.query(`grant select on all tables in schema public, pgboss to ${role}`)
  owner = new Pool({ ...pool.options, options: `-c role=${role}` })
})
afterAll(async () => {
  await owner.end()
  const { pool } = world().database
  await pool.query('alter table companies owner to current_user')
  await pool.query(`drop owned by ${role}`)
  await pool.query(`drop role ${role}`)
})

test('emails and keys of every company are counted', async () => {
  const { pool } = world().database
  await pool.query(
    `insert into mails (company_id, id, template, to_name, to_address, subject, text, state)
     values ($1, gen_random_uuid(), 'test', 'A name', 'a@company.example', 'A subject', 'Some text', 'failed')`,
    [company.id],
  )
  await pool.query(
    `insert into api_keys (company_id, id, name, scopes, token_hash, start, created_by, created_by_name, expires_at)
     values ($1, gen_random_uuid(), 'Feed', '{read}', $2, 'sk', gen_random_uuid(), 'A name', now() + interval '1 day')`,
    [company.id, randomBytes(32)],
  )
  const until = new Date(Date.now() + 2 * dayMs)
  expect(await readEveryCompany(owner, emailsByState)).toEqual([{ state: 'failed', count: 1 }])
  expect(await readEveryCompany(owner, (client) => endingKeys(client, until))).toHaveLength(1)
  expect((await readFigures(owner)).emails).toEqual([{ state: 'failed', count: 1 }])
  expect((await owner.query('select from mails')).rows).toEqual([])
})
