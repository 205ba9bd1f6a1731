import { Client } from 'pg'
import { isRecord, textIn } from '@signet/contract/narrow'

/** A statement as it was sent to the server. */
export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/**
 * Runs the work and records every transaction that the product's own pool ends during it, each complete with its opening and its end, in
 * the order of the ends. The queue is not recorded because it has connections of its own.
 */
export async function recordTransactions(work: () => Promise<void>): Promise<Statement[][]> {
  const transactions: Statement[][] = []
  const open = new Map<unknown, Statement[]>()
  const prototype = Client.prototype as unknown as { query: (...sent: unknown[]) => unknown }
  const original = prototype.query
  prototype.query = function query(this: unknown, ...sent: unknown[]) {
    const [first, second] = sent
    const sqlText = typeof first === 'string' ? first : textIn(first, 'text')
    const values = isRecord(first) ? first['values'] : second
    const connected = isRecord(this) ? this['connectionParameters'] : undefined
    if (sqlText && textIn(connected, 'application_name') === 'signet') {
      const statement = { sql: sqlText, parameters: Array.isArray(values) ? values : [] }
      const own = open.get(this)
      // pgbench signs in as the owner and gets the role of each connection here.
      const beginning = `begin; set local role ${textIn(connected, 'user')}`
      if (/^begin\b/.test(sqlText)) open.set(this, [{ ...statement, sql: sqlText.replace(/^begin/, beginning) }])
      else if (own) own.push(statement)
      else transactions.push([{ sql: beginning, parameters: [] }, statement, { sql: 'commit', parameters: [] }])
      if (own && /\b(commit|rollback)$/.test(sqlText)) {
        transactions.push(own)
        open.delete(this)
      }
    }
    return original.apply(this, sent)
  }
  try {
    await work()
  } finally {
    prototype.query = original
  }
  return transactions
}
