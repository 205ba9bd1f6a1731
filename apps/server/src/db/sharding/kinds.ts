/**
 * Where the tables live on a cluster of Citus. Every table that is named here neither is distributed by its company, together with all
 * others of that company.
 */

/** A copy on every node, because rows of companies refer to them and lists join them. */
export const referenceTables: readonly string[] = ['companies']

/**
 * Only on the coordinator: people and how they sign in, the installation, and what many processes write in small pieces. None of them is
 * joined with rows of companies in one statement.
 */
export const coordinatorTables: readonly string[] = [
  'abuse_contacts',
  'announcements',
  'answer_gates',
  'back_fills',
  'backups',
  'bulletins',
  'ct_logs',
  'database_sizes',
  'disk_sizes',
  'domain_answers',
  'email_sendings',
  'glossary_entries',
  // Its readers follow the events of several companies in one order, which is that of the coordinator's transactions.
  'live_events',
  'migrations',
  'notice_channels',
  'notice_letters',
  'notification_rules',
  'part_troubles',
  'passkey_challenges',
  'passkeys',
  'processes',
  'rate_counts',
  'recovery_codes',
  'refresh_tokens',
  'reply_rules',
  'request_counts',
  'request_ips',
  'request_logs',
  'reveals',
  'scans',
  'scim_tokens',
  'scim_users',
  'sessions',
  'sign_ins',
  'signing_keys',
  'sso_domains',
  'sso_settings',
  'sso_subjects',
  'sso_used',
  'table_sizes',
  'totp_factors',
  'user_companies',
  'user_preferences',
  'user_tokens',
  'users',
]

export type TableKind = 'company' | 'reference' | 'coordinator'

export function kindOf(table: string): TableKind {
  if (referenceTables.includes(table)) return 'reference'
  return coordinatorTables.includes(table) ? 'coordinator' : 'company'
}
