import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { listImports, undoImport } from '@signet/contract/collection/imports'
import { newCompany, newUser, send, useWorld } from '../../../../test/harness.ts'
import { importFile } from './import-file.ts'

const world = useWorld()

test('an import of a command that is stopped is cancelled, keeps what it added, and can be undone', async () => {
  const company = await newCompany()
  const reviewer = await newUser('qa', company)
  const { database, files, queue } = world()
  const rows = Array.from({ length: 4500 }, (_, n) => `name-${n}.test\n`)
  const stop = new AbortController()
  stop.abort(new Error('stopped'))
  const file = {
    recordKind: 'threat',
    source: 'Domain',
    name: 'list.csv',
    bytes: Readable.from(['domain\n', ...rows].map((line) => Buffer.from(line))),
  } as const
  const parts = { database, files, enqueue: queue.enqueue, lookUps: null }
  await expect(importFile(parts, company.id, file, stop.signal)).rejects.toThrow('stopped')
  const query = { company: company.key }
  const { body } = await send(reviewer, listImports, { query })
  expect(body.items).toMatchObject([{ name: 'list.csv', state: 'cancelled', added: 2000, by: 'Signet', problem: null }])
  const params = { importId: body.items[0]?.id ?? '' }
  expect((await send(reviewer, undoImport, { params, query, body: {} })).body).toMatchObject({ state: 'undoing' })
})
