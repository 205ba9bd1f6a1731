import { Link } from '@tanstack/react-router'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import type { searchWith } from '../../url/page-search.ts'

/** A link to a part of the current page, with the number of its entries. */
export function CountLink({
  label,
  count,
  search,
  isCurrent,
}: {
  label: string
  count: number
  search: ReturnType<typeof searchWith>
  isCurrent: boolean
}) {
  return (
    <Link
      className="option"
      to="."
      search={search}
      // Otherwise the link to all entries would also be active in each part.
      activeOptions={{ exact: true }}
      aria-current={isCurrent ? 'true' : undefined}
    >
      {label}
      <span className="num">{exactNumber(count)}</span>
    </Link>
  )
}
