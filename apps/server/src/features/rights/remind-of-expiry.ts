import { isoDay } from '@signet/contract/time'
import { can, roles } from '@signet/contract/access/permissions'
import { eachCompanyAlone } from '../../app/each-alone.ts'
import type { JobParts } from '../../app/jobs.ts'
import { everyCompanyId } from '../../db/company-keys.queries.ts'
import { messageOf } from '../../errors/sentences.ts'
import { notify } from '../notifications/notify.ts'
import { dueDocuments, dueTrademarks } from './due-rights.queries.ts'

const remindedRoles = roles.filter((role) => can(role, 'rights:write') || can(role, 'takedowns:move'))

/**
 * Reminds the people who can change the rights of a company, and those who work on its takedowns, of what expires. Each of the four
 * reminders is sent once; of those that were missed, only the latest.
 */
export async function remindOfExpiry(parts: Pick<JobParts, 'database' | 'log'>, now: Date): Promise<void> {
  const { database } = parts
  const today = isoDay(now)
  await eachCompanyAlone(parts, await everyCompanyId(database), (companyId) =>
    database.inCompanies([companyId], async (tx) => {
      const due = [...(await dueTrademarks(tx, companyId, today)), ...(await dueDocuments(tx, companyId, today))]
      for (const { name, daysLeft } of due) {
        await notify(tx, {
          companyId,
          audience: { roles: remindedRoles },
          type: 'account',
          title:
            daysLeft < 0
              ? messageOf('RIGHT_EXPIRED', { name })
              : messageOf('RIGHT_EXPIRES', { name, count: Math.max(daysLeft, 0) }),
          href: '/settings?part=rights',
        })
      }
    }),
  )
}
