import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { newRecoveryKey } from '@signet/server/backup/recovery-key'
import { addressOfRole, type Connection } from '@signet/server/db/connection'
import { openDatabase } from '@signet/server/db/database'
import { migrate } from '@signet/server/db/migrate'
import { sentenceOf } from '@signet/server/errors/sentences'
import { createDatabaseWithoutCluster, databaseOf, dropDatabase, makeCluster } from '@signet/server/test/cluster'
import { cleanUpLater, newFolder } from '@signet/server/test/new-folder'
import { onCluster } from '@signet/server/test/on-cluster'
import { addressOf, newReadyInstallation, onlyLine } from '../../test/signet-process.ts'

test.skipIf(onCluster)('signet shard refuses a database that is no cluster, and changes nothing', async () => {
  const signet = await newReadyInstallation()
  for (const option of ['--plan', '--run']) {
    const { code, stdout, stderr } = await signet.run(['shard', option])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(sentenceOf('CLUSTER_MISSING'))
  }
})

test('signet shard does nothing if it is called with --plan and --run', async () => {
  const signet = await newReadyInstallation()
  const { code, stdout, stderr } = await signet.run(['shard', '--plan', '--run'])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain("option '--plan' cannot be used with option '--run'")
})

/** A database with a company that was made before it became a cluster. */
async function newClusterWithRows(): Promise<Connection> {
  const name = `signet_shard_${randomBytes(6).toString('hex')}`
  const admin = openDatabase(inject('server'), 1)
  await createDatabaseWithoutCluster(admin, name)
  cleanUpLater(async () => {
    await dropDatabase(admin, name)
    await admin.close()
  })
  const connection = databaseOf(inject('server'), name)
  const database = openDatabase(connection, 2)
  await migrate(database)
  await database.pool.query(`insert into companies (key, name, threat_sources) values ('one', 'One', '{}')`)
  await database.close()
  await makeCluster(admin, name)
  return connection
}

describe.runIf(onCluster)('on a cluster', () => {
  test('signet shard moves nothing while another process uses the database', async () => {
    const { run } = await newReadyInstallation()
    const connection = await newClusterWithRows()
    const other = new Client(addressOfRole(connection, 'signet_app'))
    await other.connect()
    try {
      const env = { DATABASE_URL: addressOf(connection) }
      const { code, stderr } = await run(['shard', '--run'], { env })
      expect(stderr).toContain(sentenceOf('CLUSTER_IN_USE'))
      expect(code).toBe(1)
      const planned = await run(['shard', '--plan', '--json'], { env })
      expect(JSON.parse(planned.stdout)).toMatchObject({
        done: false,
        steps: expect.arrayContaining([{ kind: 'distribute', name: 'threats' }]),
      })
    } finally {
      await other.end()
    }
  })

  test('signet backup writes a database that is not distributed yet, and refuses one that is', async () => {
    const { run } = await newReadyInstallation()
    const settings = { SIGNET_RECOVERY_KEY: newRecoveryKey().publicKey, SIGNET_SECRET: 'x'.repeat(32) }
    const place = path.join(await newFolder(), 'backups')
    const refused = await run(['backup', place], { env: settings })
    expect([refused.code, onlyLine(refused)]).toEqual([1, sentenceOf('BACKUP_OF_CLUSTER')])
    expect(existsSync(place)).toBe(false)

    const undistributed = { ...settings, DATABASE_URL: addressOf(await newClusterWithRows()) }
    expect(await run(['backup', place], { env: undistributed })).toMatchObject({ code: 0, stderr: '' })
  })
})
