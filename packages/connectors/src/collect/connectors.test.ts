import { expect, test } from 'vitest'
import { pollConnectorNames, connectors as infos, type ConnectorInfo } from '@signet/contract/collection/connectors'
import type { Connector } from './connector.ts'
import { connectors } from './connectors.ts'

test('the spacing of calls keeps the quota of each provider without accounts', () => {
  const withoutAccount = pollConnectorNames.filter((name) => {
    const { credentials }: ConnectorInfo = infos[name]
    return credentials.length === 0
  })
  expect(withoutAccount).toContain('appStore')
  for (const name of withoutAccount) {
    const { quota, spacingMs }: Connector = connectors[name]
    expect(spacingMs, name).toBeGreaterThanOrEqual(quota ? quota.perMs / quota.calls : 1)
  }
})
