import type { Tx } from '../../../db/database.ts'
import { messageOf } from '../../../errors/sentences.ts'
import { notifyPeople } from '../../notifications/notify.ts'
import { peopleOf, superAdmins } from '../../notifications/people.queries.ts'
import type { ImportRow } from './imports.queries.ts'

/** Notifies the user who started an import of its end, with a link to its page, whose place depends on the role. */
export async function notifyOfImport(
  tx: Tx,
  { company_id: companyId, id, name, added, rejected }: ImportRow,
  { userId, state }: { userId: string; state: 'done' | 'failed' },
): Promise<void> {
  // A superAdmin imports files for any company.
  const people = [...(await peopleOf(tx, companyId)), ...(await superAdmins(tx))]
  const person = people.find((each) => each.userId === userId)
  if (!person) return
  const isReviewer = 'role' in person && person.role === 'qa'
  await notifyPeople(
    tx,
    {
      companyId,
      type: 'job',
      title:
        state === 'done'
          ? messageOf('IMPORT_DONE', { file: name, added, rejected })
          : messageOf('IMPORT_BROKE_OFF', { file: name, added }),
      href: `${isReviewer ? '/QA' : ''}/addThreats/imports/${id}`,
      once: `import ${id}`,
    },
    [person],
  )
}
