import { expect } from 'vitest'
import type { Caller } from './every-call/examples.ts'
import { theWorld, type TestForm } from './harness.ts'

interface Picked {
  id: string
  version: number
  source: string
}

const used = new Set<string>()

/** A record of the company that no other call has used, selected by a condition in SQL. */
export async function pick(caller: Caller, table: string, where = 'true', columns = 'id, version'): Promise<Picked> {
  const row = await look(caller, table, where, columns)
  used.add(row.id)
  return row
}

/** A record of the company for reading, selected by a condition in SQL. */
export const look = (caller: Caller, table: string, where = 'true', columns = 'id, version'): Promise<Picked> =>
  lookAnywhere(table, `company_id = ${caller.company.id} and (${where})`, columns)

/** A record that no other call has used, also of tables without a company. */
export async function pickAnywhere(table: string, where: string): Promise<Picked> {
  const row = await lookAnywhere(table, where)
  used.add(row.id)
  return row
}

/** A record for reading, also of tables without a company. */
export async function lookAnywhere(table: string, where: string, columns = 'id, version'): Promise<Picked> {
  const { rows } = await theWorld().database.pool.query<Picked>(
    `select ${columns} from ${table} where ${where} and not (id = any($1::uuid[])) order by id limit 1`,
    [[...used]],
  )
  return rows[0] ?? expect.fail(`the demo has no ${table} where ${where}`)
}

export const pickThreat = (caller: Caller, where: string, kind: 'threat' | 'tout' = 'threat') =>
  pick(caller, 'threats', `kind = '${kind}' and ${where}`, 'id, version, source')

/** A published record with its path parameters. */
export async function published(caller: Caller, kind: 'threat' | 'tout' = 'threat', where = `status = 'open'`) {
  const { id, version, source } = await pickThreat(caller, `stage = 'published' and ${where}`, kind)
  return { id, version, params: { source, [kind === 'threat' ? 'threatId' : 'toutId']: id } }
}

/** A form with a file. */
export const picture = (caller: Caller): TestForm => ({ fields: { company: caller.company.key } })
