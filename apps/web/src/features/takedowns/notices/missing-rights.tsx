import type { MissingRight } from '@signet/contract/companies/rights'
import { Link } from '@tanstack/react-router'
import { Card } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'

/** What a channel asks for and the company doesn't have, with the way to add it. */
export function MissingRights({ rights }: { rights: readonly MissingRight[] }) {
  if (rights.length === 0) return null
  return (
    <Card as="p" kind="note">
      {t('missingRights', { rights: rights.map((right) => t(`right.${right}`)).join(', ') })}{' '}
      <Link to="/settings" search={{ part: 'rights' }}>
        {t('openRights')}
      </Link>
    </Card>
  )
}
