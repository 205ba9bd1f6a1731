import type { AddResult } from '@signet/contract/threats/add-threats'
import { Link } from '@tanstack/react-router'
import { useUser } from '../../../session/use-session.ts'
import { t } from './words.ts'

/** Says that a threat already exists. Reviewers get a link to it. */
export function KnownAlready({ result }: { result: AddResult }) {
  const { role } = useUser()
  if (!result.id) return t('duplicateLine')
  return role === 'qa' ? (
    <Link to="/QA/dashboard" search={{ id: result.id }}>
      {t('alreadyKnown')}
    </Link>
  ) : (
    t('alreadyKnown')
  )
}
