import type { Tx } from '../../db/database.ts'

/** The entries of the glossary that were changed, added or hidden. */
export function storedEntries(tx: Tx) {
  return tx
    .selectFrom('glossary_entries')
    .select(['id', 'name', 'category', 'description', 'is_hidden', 'version'])
    .execute()
}

/** What the reasons of a company's own rules mean, also of rules that are gone; by name. Index: rule_reasons_pkey. */
export function ruleReasons(tx: Tx, companyId: number) {
  return tx
    .selectFrom('rule_reasons')
    .select(['name', 'explanation'])
    .where('company_id', '=', companyId)
    .orderBy('name')
    .limit(reasonsMax)
    .execute()
}

/** Each rename adds one, so there may be more reasons than rules. */
const reasonsMax = 1000
