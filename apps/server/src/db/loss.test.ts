import { expect, test } from 'vitest'
import { lossOf } from './loss.ts'

const failure = (code: string, message: string) => Object.assign(new Error(message), { code })

test('a node of a cluster that is lost during a statement or a commit is a database that is away', () => {
  const inCommit = 'could not commit transaction for shard 102011 on at least one active node'
  expect(lossOf(failure('XX000', inCommit))).toBe('away')
  expect(lossOf(failure('08006', 'connection to the remote node signet_app@db1:5432 failed'))).toBe('away')
  expect(lossOf(failure('XX000', 'unrecognized node type: 1'))).toBe(null)
})
