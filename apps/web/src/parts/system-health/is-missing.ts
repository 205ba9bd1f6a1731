import { isOneOf } from '@signet/contract/narrow'
import type { PartHealth } from '@signet/contract/operation/system-health'

/** What an operator has to set up; the logs are those of certificates, without which new ones aren't checked. */
const needed = ['mail', 'backups', 'certificateLogs'] as const

/** Whether a part is off although an operator has to set it up. Other tools back up a cluster. */
export const isMissing = ({ name, isOff, detail }: PartHealth): boolean =>
  Boolean(isOff) && isOneOf(needed, name) && detail.reason !== 'BACKUP_OF_NODES'
