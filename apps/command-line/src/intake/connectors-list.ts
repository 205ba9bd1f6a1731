import {
  connectorNames,
  connectors,
  type ConnectorInfo,
  type ConnectorName,
} from '@signet/contract/collection/connectors'
import { companyOf, activeCompanies } from '@signet/server/db/company-keys.queries'
import { clockIn, companyConnector } from '@signet/server/features/intake/connectors/connector-work'
import { connectorsOf } from '@signet/server/features/intake/connectors/connectors.queries'
import { print, withProgram, type CommonOptions } from '../command/command.ts'
import { companyIdOf } from '../command/company-id.ts'
import type { Program } from '../command/program.ts'

/** Prints each connector of one company or of all, one line for each. */
export async function connectorsList(options: CommonOptions & { company?: string }): Promise<void> {
  await withProgram(options, async (program, stop) => {
    const { company } = options
    const ids =
      company === undefined
        ? (await activeCompanies(program.database)).map(({ id }) => id)
        : [await companyIdOf(program, company)]
    for (const id of ids) {
      stop.throwIfAborted()
      for (const line of await linesOf(program, id)) print(options, line, wordsOf(line))
    }
  })
}

async function linesOf({ database }: Program, companyId: number) {
  return await database.inCompanies([companyId], async (tx) => {
    const { key } = await companyOf(tx, companyId)
    const rows = new Map((await connectorsOf(tx, companyId)).map((row) => [row.connector, row]))
    const clock = await clockIn(tx)
    return connectorNames.map((name) => lineOf(key, companyConnector(name, rows.get(name), clock)))
  })
}

/** What the commands print of a connector. `needs` lists the credentials that are missing. */
export function lineOf(company: string, work: ReturnType<typeof companyConnector>) {
  const { connector, source, state, ranAt, dataAt, nextRunAt, quota, observed, found, suppressed, skipped } = work
  const { credentials }: ConnectorInfo = connectors[connector]
  const needs = credentials.filter((name) => !work.credentials.includes(name))
  const problem = work.problem?.message ?? null
  const counts = { observed, found, suppressed, skipped }
  return { company, connector, source, state, problem, ranAt, dataAt, nextRunAt, quota, needs, ...counts }
}

/** The same for a person. */
export function wordsOf(line: ReturnType<typeof lineOf>): string {
  const { company, state, problem, dataAt, nextRunAt, quota, needs } = line
  const connector: ConnectorName = line.connector
  return [
    `${company} ${connector}: ${state}`,
    ...(problem === null ? [] : [problem]),
    ...(dataAt === null ? [] : [`last data ${dataAt}`]),
    ...(nextRunAt === null ? [] : [`next run ${nextRunAt}`]),
    ...(quota === null ? [] : [`${quota.left} of ${quota.of} calls left`]),
    ...(needs.length === 0 ? [] : [`needs ${needs.join(', ')}`]),
  ].join('; ')
}
