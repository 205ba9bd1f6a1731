import { randomUUID } from 'node:crypto'
import { demoUsers } from '@signet/demo/companies/demo-users'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { isLoopback } from '@signet/server/app/loopback'
import { readEnv } from '@signet/server/env'
import { sealAudit } from '@signet/server/features/audit/seal-audit'
import { scanFeed } from '@signet/server/features/intake/scans/scan-feed'
import { print, withProgram, type CommonOptions } from '../command/command.ts'
import { loadDemoWithProgress } from './load-demo.ts'

/** Loads the demo and scans the bundled feed in this process, without waiting for a worker. */
export function demo(options: CommonOptions): Promise<void> {
  const { host } = readEnv(options.terminal.env)
  if (!isLoopback(host)) throw new ProgramError('DEMO_HOST_OPEN')
  return withProgram(options, async (program, stop) => {
    const { created } = await loadDemoWithProgress(program, options, { waitForScan: false })
    const result = await scanFeed(
      { database: program.database, feedAllow: [], signal: stop },
      { scanId: randomUUID(), feed: 'bundled' },
    )
    const { threatsAdded } = result
    await sealAudit(program, program.keys.audit)
    print(
      options,
      { created, users: demoUsers.map(({ email }) => email), threatsAdded },
      `${created ? 'Loaded the demo' : 'The demo was loaded before'}; the scan added ${threatsAdded} threats.`,
    )
  })
}
