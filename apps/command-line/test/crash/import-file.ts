import type { ImportDetail } from '@signet/contract/collection/imports'
import type { KillWorld } from './kill-world.ts'
import type { Running } from '../signet-process.ts'

/** Starts the server and imports a list of domains with the proposed mapping. */
export async function importFile(world: KillWorld, csv: string): Promise<{ id: string; running: Running }> {
  const running = await world.start()
  const headers = { authorization: `Bearer ${await world.staffToken()}` }
  const send = async (path: string, more: Record<string, string>, body: string): Promise<ImportDetail> => {
    const query = `company=${world.companyKey}`
    const response = await world.call('POST', `/api/rest/v1/imports${path}?${query}`, {
      headers: { ...headers, ...more },
      body,
    })
    if (!response?.ok) throw new Error(`The import was refused: ${await response?.text()}`)
    return response.json()
  }
  const parts = [
    '--part\r\ncontent-disposition: form-data; name="source"\r\n\r\nDomain\r\n',
    '--part\r\ncontent-disposition: form-data; name="file"; filename="list.csv"\r\ncontent-type: text/csv\r\n\r\n',
    csv,
    '\r\n--part--\r\n',
  ]
  const { id, mapping } = await send('', { 'content-type': 'multipart/form-data; boundary=part' }, parts.join(''))
  await send(`/${id}/start`, { 'content-type': 'application/json' }, JSON.stringify({ mapping }))
  return { id, running }
}

/** The state and the counts of an import. */
export interface ImportCounts {
  state: string
  rows_done: number
  added: number
  duplicates: number
  rejected: number
}

/** Reads them from the database, which outlives the server. */
export async function importOf({ signet }: Pick<KillWorld, 'signet'>, id: string): Promise<ImportCounts> {
  const [found] = await signet.sql<ImportCounts>(
    'select state, rows_done, added, duplicates, rejected from imports where id = $1',
    [id],
  )
  if (!found) throw new Error(`There is no import ${id}`)
  return found
}
