import type { Role } from '@signet/contract/access/permissions'
import type { Tx } from '../../db/database.ts'

/** An active user who works for the company, if one has this id. Runs in an identity transaction. */
export function findColleague(
  tx: Tx,
  companyId: number,
  userId: string,
): Promise<{ id: string; name: string; role: Role } | undefined> {
  return tx
    .selectFrom('users')
    .select(['id', 'name', 'role'])
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('company_id', '=', companyId),
        // A superAdmin works for every company.
        eb('role', '=', 'superAdmin'),
        exists(
          selectFrom('user_companies')
            .select('user_companies.user_id')
            .where('user_companies.company_id', '=', companyId)
            .where('user_companies.user_id', '=', userId),
        ),
      ]),
    )
    .executeTakeFirst()
}
