import { randomUUID } from 'node:crypto'
import { pickThreat, published } from '../../../test/demo-records.ts'
import type { Caller, Examples } from '../../../test/every-call/examples.ts'
import { newThreat, theWorld } from '../../../test/harness.ts'

const addRequested = (caller: Caller, threatId: string) =>
  theWorld().database.pool.query(
    `insert into captures (company_id, id, threat_id, address, trigger, requested_by) values ($1, $2, $3, 'http://a.example/', 'requested', 'x')`,
    [caller.company.id, randomUUID(), threatId],
  )

export const examples: Examples = {
  inputs: {
    listCaptures: async (caller) => {
      const { id, params } = await published(caller, 'threat', `source = 'Domain'`)
      await addRequested(caller, id)
      return { params }
    },
    captureThreat: async (caller) => {
      const { id, params } = await published(caller, 'threat', `source = 'Domain'`)
      // The names of the demo aren't captured.
      await theWorld().database.pool.query('update threats set is_demo = false where id = $1', [id])
      return { params }
    },
    listCapturesInReview: async (caller) => {
      const { id } = await pickThreat(caller, `stage = 'queued' and source = 'Domain'`)
      await addRequested(caller, id)
      return { params: { threatId: id } }
    },
    captureInReview: async (caller) => {
      const { id } = await newThreat(caller.company, { stage: 'queued' })
      return { params: { threatId: id } }
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
