import type { Installation } from './signet-process.ts'

const tables = ['companies', 'brands', 'users', 'user_companies', 'threats', 'takedowns', 'deeper_analyses', 'evidence']
tables.push('remarks', 'bookmarks', 'sightings', 'scans', 'audit')

// The sign-ins of a minute are added to the audit when it is over, by whichever process is running then.
const isCounted = (table: string) => (table === 'audit' ? `where action not like 'signIn.%'` : '')

/** How many rows each table of the demo has. */
export async function countsOf({ sql }: Pick<Installation, 'sql'>): Promise<Record<string, number>> {
  const counts = tables.map((table) => `(select count(*)::int from ${table} ${isCounted(table)}) as ${table}`)
  const [row] = await sql<Record<string, number>>(`select ${counts.join(', ')}`)
  return row ?? {}
}
