import type { PoolClient } from 'pg'
import { ProgramError } from '@signet/contract/errors/program-errors'
import {
  companyAfter,
  fillRows,
  findBackFill,
  hasUnfilled,
  keyOf,
  lockBackFill,
  setBatch,
  setFinished,
  reopen,
} from './back-fill.queries.ts'
import { companyScope } from './company-scope.ts'
import type { Database } from './database.ts'

/** Rows of one transaction: changed in well under a second, so that nobody waits long for their locks. */
const batchRows = 2_000

/**
 * Runs one batch of a back-fill. Its rows, and the place where the next one begins, are written in one transaction: however a process
 * ends, each row is changed once. The companies follow one another.
 *
 * @returns whether another batch follows; false also if another worker runs it
 */
export async function runBatch(database: Database, name: string, rowsMax = batchRows): Promise<boolean> {
  const client = await database.pool.connect()
  let isDone = false
  try {
    await client.query('begin')
    await client.query('set local lock_timeout = 2000')
    // A cluster repeats it on the nodes, the setting of the company included.
    await client.query(`set local citus.propagate_set_commands = 'local'`)
    const goesOn = await inTransaction(client, name, rowsMax)
    await client.query('commit')
    isDone = true
    return goesOn
  } finally {
    // After a failure the connection is closed, and its transaction with it.
    client.release(!isDone)
  }
}

async function inTransaction(client: PoolClient, name: string, rowsMax: number): Promise<boolean> {
  const found = await lockBackFill(client, name)
  if (!found) return false
  const key = await keyOf(client, found.table)
  const isOfCompanies = key[0]?.name === 'company_id'
  const company = isOfCompanies ? (found.company ?? (await companyAfter(client, null))) : null
  if (isOfCompanies && company === null) return endRound(client, name)
  if (company !== null) await client.query(companyScope([company]))
  const { filled, last } = await fillRows(client, found, key, { company, after: found.after }, rowsMax)
  if (last) await setBatch(client, name, { company, after: last }, filled)
  else {
    const next = company === null ? null : await companyAfter(client, company)
    await setBatch(client, name, { company: next, after: null }, filled)
    if (next === null) return endRound(client, name)
  }
  return true
}

/** It is complete if no row needs it any more: older processes may have written some since. Otherwise it begins again. */
async function endRound(client: PoolClient, name: string): Promise<boolean> {
  const backFill = await findBackFill(client, name)
  if (!backFill || (await hasUnfilled(client, backFill))) return true
  await setFinished(client, name)
  return false
}

/**
 * Before a migration that relies on a back-fill. It passes on a new database, where no row needs it.
 *
 * @throws ProgramError if rows still need it; workers then continue with them
 */
export async function assertFilled(client: PoolClient, migration: string, backFill: string): Promise<void> {
  await client.query('begin')
  try {
    const found = await findBackFill(client, backFill)
    if (!found) throw new ProgramError('BACK_FILL_UNKNOWN', { name: migration, backFill })
    const isUnfilled = await hasUnfilled(client, found)
    if (isUnfilled) await reopen(client, backFill)
    else await setFinished(client, backFill)
    await client.query('commit')
    if (isUnfilled) throw new ProgramError('BACK_FILL_UNFINISHED', { name: migration, backFill })
  } catch (error) {
    // Without effect after the commit; if the connection is lost, so is the transaction.
    await client.query('rollback').catch(() => {})
    throw error
  }
}
