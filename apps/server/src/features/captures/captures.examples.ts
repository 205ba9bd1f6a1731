import { randomUUID } from 'node:crypto'
import { published } from '../../../test/demo-records.ts'
import type { Examples } from '../../../test/every-call/examples.ts'
import { theWorld } from '../../../test/harness.ts'

export const examples: Examples = {
  inputs: {
    listCaptures: async (caller) => {
      const { id, params } = await published(caller, 'threat', `source = 'Domain'`)
      await theWorld().database.pool.query(
        `insert into captures (company_id, id, threat_id, address, trigger, requested_by) values ($1, $2, $3, 'http://a.example/', 'requested', 'x')`,
        [caller.company.id, randomUUID(), id],
      )
      return { params }
    },
    captureThreat: async (caller) => {
      const { id, params } = await published(caller, 'threat', `source = 'Domain'`)
      // The names of the demo aren't captured.
      await theWorld().database.pool.query('update threats set is_demo = false where id = $1', [id])
      return { params }
    },
  },
  async rows(tx, { base, marker }) {
    await tx
      .insertInto('captures')
      .values({
        ...base,
        id: randomUUID(),
        address: `https://${marker}.example/`,
        failure: null,
        trigger: 'requested',
        requested_by: marker,
        ended_at: null,
      })
      .execute()
  },
}
