import type { AlertSettings } from '@signet/contract/messages/alerts'
import type { Tx } from '../../db/database.ts'

/** The alert settings of a company, if it has any. Index: alert_settings_pkey. */
export async function findAlertSettings(tx: Tx, companyId: number): Promise<AlertSettings | undefined> {
  return tx
    .selectFrom('alert_settings')
    .select(['rules', 'recipients', 'version'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
}

/** Replaces the settings with the version that was read; false if they have changed since. */
export async function putAlertSettings(
  tx: Tx,
  companyId: number,
  { rules, recipients, version }: AlertSettings,
): Promise<boolean> {
  const words = { rules: JSON.stringify(rules), recipients, version: version + 1 }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('alert_settings')
    .values({ company_id: companyId, ...words })
    .onConflict((conflict) =>
      conflict
        .column('company_id')
        .doUpdateSet({ ...words, updated_at: new Date() })
        .where('alert_settings.version', '=', version),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Keeps the threats that a rule reports; returns those that it had not reported before. */
export async function insertAlertHits(
  tx: Tx,
  companyId: number,
  rule: string,
  threatIds: readonly string[],
): Promise<Set<string>> {
  const hits = await tx
    .insertInto('alert_hits')
    .values(threatIds.map((threatId) => ({ company_id: companyId, threat_id: threatId, rule })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('threat_id')
    .execute()
  return new Set(hits.map(({ threat_id: threatId }) => threatId))
}

/** The severity of a threat. Index: threats_pkey. */
export async function severityOf(tx: Tx, companyId: number, threatId: string) {
  const threat = await tx
    .selectFrom('threats')
    .select('severity')
    .where('company_id', '=', companyId)
    .where('id', '=', threatId)
    .executeTakeFirst()
  return threat?.severity
}

/** Whether anybody subscribed to a view of the company. Index: view_subscriptions_pkey. */
export async function hasSubscriptions(tx: Tx, companyId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('view_subscriptions')
    .select('view_id')
    .where('company_id', '=', companyId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
