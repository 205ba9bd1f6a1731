import { expect, test } from 'vitest'
import { sentenceOf } from '@signet/server/errors/sentences'
import { newReadyInstallation } from '../../test/signet-process.ts'

test('signet shard refuses a database that is no cluster, and changes nothing', async () => {
  const signet = await newReadyInstallation()
  for (const option of ['--plan', '--run']) {
    const { code, stdout, stderr } = await signet.run(['shard', option])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(sentenceOf('CLUSTER_MISSING'))
  }
})
