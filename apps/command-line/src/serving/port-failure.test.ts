import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readEnv } from '@signet/server/env'
import { port } from '../doctor/machine-checks.ts'

/** The first port that everybody may open; 0 where the system has no such limit. */
function firstFreePort(): number {
  if (process.platform !== 'linux') return 0
  return Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'))
}

/** Does work without the rights of an administrator. */
async function asOrdinaryUser(work: () => Promise<unknown>): Promise<void> {
  const isAdministrator = process.geteuid?.() === 0
  if (isAdministrator) process.seteuid?.('nobody')
  try {
    await work()
  } finally {
    if (isAdministrator) process.seteuid?.(0)
  }
}

test.runIf(firstFreePort() > 1)('says that this user may not open a port below 1024', async () => {
  const opening = asOrdinaryUser(() => port(readEnv({ PORT: '1' })))
  await expect(opening).rejects.toMatchObject({ reason: 'PORT_NOT_ALLOWED', parameters: { port: 1 } })
})
