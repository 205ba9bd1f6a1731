import { execFile } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Connection } from '../../apps/server/src/db/connection.ts'
import type { Statement } from './recorded-statements.ts'

/** The folder in which Debian installs the programs of each PostgreSQL version. */
const versionsDir = '/usr/lib/postgresql'

/** PostgreSQL's own load generator, in the newest installed version; null when there is none. */
export function findPgbench(): string | null {
  const versions = existsSync(versionsDir) ? readdirSync(versionsDir) : []
  return (
    versions
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => path.join(versionsDir, version, 'bin/pgbench'))
      .find((file) => existsSync(file)) ?? null
  )
}

/** A transaction as a file for pgbench, with the values of its variables. */
export interface Script {
  file: string
  variables: string[]
}

/** The first statements of every transaction of a company. */
export const openingOf = (companyId: number): Statement => ({
  sql: `begin; set local role signet_app; set local app.companies = '${companyId}'`,
  parameters: [],
})
export const commit: Statement = { sql: 'commit', parameters: [] }

const oneLine = (sql: string) => sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ')

/** Writes whole transactions as they were sent. An opening with several statements in one message becomes one message per statement. */
export function writeScript(file: string, statements: readonly Statement[]): Script {
  const variables: string[] = []
  const lines = statements.flatMap((statement) => {
    if (/^begin\b/.test(statement.sql)) return statement.sql.split('; ')
    // Kysely numbers the values of each query from 1; a file has one set of variables.
    const offset = variables.length
    for (const value of statement.parameters) variables.push(toVariable(value))
    return statement.sql.replaceAll(/\$(\d+)/g, (_, number: string) => {
      const value = statement.parameters[Number(number) - 1]
      // A variable contains text and can't be empty, so null and empty values are written as literals.
      if (value === null) return 'null'
      return value === '' ? "''" : `:p${offset + Number(number)}`
    })
  })
  writeFileSync(file, [...lines, ''].map(oneLine).join(';\n'))
  return { file, variables: variables.map((value, at) => `p${at + 1}=${value}`) }
}

function toVariable(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map((item) => JSON.stringify(toVariable(item))).join(',')}}`
  // Never used, because these values are written as literals.
  if (value === null || value === '') return '0'
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new TypeError('pgbench takes no such value')
}

/** Transactions per second. */
export async function runPgbench(
  pgbench: string,
  connection: Connection,
  script: Script,
  load: { clients: number; seconds: number },
): Promise<number> {
  const place =
    'connectionString' in connection
      ? [connection.connectionString]
      : ['-h', connection.host, '-p', String(connection.port), '-U', connection.user, connection.database]
  const variables = script.variables.flatMap((variable) => ['-D', variable])
  const size = ['-c', String(load.clients), '-j', '2', '-T', String(load.seconds)]
  const what = ['-n', '-M', 'extended', ...size, '-f', script.file, ...variables, ...place]
  // The same connection settings as the product (database.ts).
  const env = { ...process.env, PGOPTIONS: '-c jit=off' }
  const { stdout } = await promisify(execFile)(pgbench, what, { env })
  const tps = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
  if (!(tps > 0)) throw new Error(`pgbench said: ${stdout}`)
  return tps
}
