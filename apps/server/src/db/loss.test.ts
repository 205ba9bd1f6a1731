import { expect, test } from 'vitest'
import { lossOf } from './loss.ts'

const failure = (code: string, message: string) => Object.assign(new Error(message), { code })

test('a cluster that loses a node or its coordinator during a statement or a commit is a database that is away', () => {
  expect(lossOf(failure('08006', 'connection to the remote node signet_app@db1:5432 failed'))).toBe('away')
  expect(lossOf(failure('57P01', 'terminating connection due to unexpected postmaster exit'))).toBe('away')
  for (const message of [
    'postmaster was shut down, exiting',
    'could not commit transaction for shard 102011 on at least one active node',
    "failed to prepare transaction 'citus_0_4711_5_0' on host db1:5432",
    'failure on connection marked as essential: db1:5432',
    'execution cannot recover from multiple connection failures. Last node failed db1:5432',
    'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally',
    'could not receive data from server: Connection reset by peer',
    'could not send data to server: Broken pipe',
    'no connection to the server',
    'SSL SYSCALL error: EOF detected',
    'SSL connection has been closed unexpectedly',
  ])
    expect(lossOf(failure('XX000', message)), message).toBe('away')
  expect(lossOf(failure('XX000', 'unrecognized node type: 1'))).toBe(null)
})
