import { t } from '../words.ts'
import { Inline } from '../layout/parts.tsx'
import { Button } from './button.tsx'

/** The navigation of a list that is shown page by page. */
export function PagesNav({
  label,
  pageNumber,
  limit,
  total,
  order = 'newestFirst',
  onChange,
}: {
  label: string
  pageNumber: number
  limit: number
  total: number
  /** What the next page holds: older rows, or simply the next ones. */
  order?: 'newestFirst' | 'sorted'
  onChange: (pageNumber: number) => void
}) {
  const pages = Math.max(1, Math.ceil(total / limit))
  if (pages === 1) return null
  return (
    <Inline as="nav" gap={3} justify="end" tone="quiet" above={3} aria-label={label}>
      <Button disabled={pageNumber <= 1} onClick={() => onChange(pageNumber - 1)}>
        {t(order === 'sorted' ? 'previous' : 'newer')}
      </Button>
      <span className="num">{t('pageOfPages', { count: pages, page: pageNumber })}</span>
      <Button disabled={pageNumber >= pages} onClick={() => onChange(pageNumber + 1)}>
        {t(order === 'sorted' ? 'next' : 'older')}
      </Button>
    </Inline>
  )
}
