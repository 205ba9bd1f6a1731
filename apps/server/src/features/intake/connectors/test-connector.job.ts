import { askedConnectors, ConnectorError, type AskedProvider } from '@signet/connectors'
import type { AskedConnectorName } from '@signet/contract/collection/connectors'
import type { Words } from '@signet/contract/wire'
import type { JobRun } from '../../../app/jobs.ts'
import { wordsOf } from '../../../errors/sentences.ts'
import { findConnector, openCredentials, recordTest } from './connectors.queries.ts'
import { reachProvider, type CollectParts } from './reach-provider.ts'

const replyMax = 500

/** Asks a provider whether it accepts the account of a company, and stores its answer. */
export async function testConnectorAccount(
  parts: CollectParts,
  { companyId, connector: name }: { companyId: number; connector: AskedConnectorName },
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const { database, secrets } = parts
  const credentials = await database.inCompanies([companyId], async (tx) => {
    const row = await findConnector(tx, companyId, name)
    return row ? openCredentials(secrets, tx, row) : null
  })
  if (!credentials) return
  const connector: AskedProvider = askedConnectors[name]
  let problem: Words | null = null
  let reply: string | null = null
  try {
    const access = reachProvider(parts, { companyId, connector: name }, credentials, signal)
    reply = (await connector.check(access)).slice(0, replyMax)
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    problem = wordsOf(error)
  }
  await database.inCompanies([companyId], (tx) => recordTest(tx, companyId, name, { problem, reply }))
}
