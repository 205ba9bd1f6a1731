import { randomUUID, randomBytes } from 'node:crypto'
import { required } from '@signet/contract/narrow'
import { withAuthenticatorApp } from '../../../test/outside/authenticator-app.ts'
import { codeOf } from '../../../test/outside/authenticator.ts'
import { pick } from '../../../test/demo-records.ts'
import type { Examples } from '../../../test/every-call/examples.ts'
import { theWorld } from '../../../test/harness.ts'
import { aLeak, newLeaks } from '../../../test/leak-makers.ts'
import { keepLeaks, leakKeepingOf } from './files/keep-leaks.ts'

export const examples: Examples = {
  records: {
    leakId: async (company, marker) => {
      const leak = aLeak({ username: `${marker}@mail.example`, entity: marker })
      return required((await newLeaks(theWorld(), company, [leak]))[0], 'a leak')
    },
  },
  inputs: {
    changeLeak: async (caller) => {
      const { id, version } = await pick(caller, 'leaks', `status = 'open'`)
      return { params: { leakId: id }, body: { status: 'resolved', version } }
    },
    changeLeaks: async (caller) => ({
      body: { ids: [(await pick(caller, 'leaks', `status = 'open'`)).id], status: 'ignored' },
    }),
    showLeakNames: () => ({ body: { reason: 'A customer asked whether they are affected' } }),
    copyLeakNames: async (caller) => ({
      body: { ids: [(await pick(caller, 'leaks', `status = 'open'`)).id], reason: 'Resetting their passwords' },
    }),
    exportPeople: () => ({ body: { reason: 'For the board of directors' } }),
    revealLeak: async (caller) => ({
      params: { leakId: (await pick(caller, 'leaks', 'secret is not null')).id },
      body: { totp: codeOf((await withAuthenticatorApp(caller.user)).secret) },
    }),
  },
  async rows(tx, { company, marker }) {
    await keepLeaks(tx, theWorld().secrets, await leakKeepingOf(tx, company.id), [aLeak({ entity: marker })])
    await tx
      .insertInto('leak_disclosures')
      .values({
        company_id: company.id,
        id: randomUUID(),
        user_id: randomUUID(),
        by_name: marker,
        kind: 'copied',
        reason: 'Resetting their passwords',
        at: new Date(),
        until: null,
        names: 1,
      })
      .execute()
    await tx
      .insertInto('leak_imports')
      .values({ company_id: company.id, id: randomUUID(), file: randomBytes(32), name: marker, finished_at: null })
      .execute()
  },
}
